//! Values that go on from one to the next, with their intervals as a band.

use super::frame::{HEIGHT, LEFT, across, reference, upwards};
use super::scale::{Scale, Unit, tenths, up_from_zero};
use super::{Lines, MARGIN, Point, Series, WIDTH, legend};
use crate::report::picture::{Ink, Picture, Shape};

/// How far apart points must be for each to have a dot.
const DOTTED: f64 = 9.0;

impl Lines {
    pub(super) fn draw(&self, picture: &mut Picture, top: f64) -> f64 {
        let names: Vec<String> = self.series.iter().map(|series| series.name.clone()).collect();
        let top = if names.len() > 1 { legend::draw(picture, &names, top) } else { top };
        let (top, bottom) = (top + 8.0, top + 8.0 + HEIGHT);
        let (low, high) = self.value_range();
        let up = Scale { low, high, from: bottom, to: top };
        upwards(picture, &up, self.values);
        let (low, high) = self.span();
        let along = Scale { low, high, from: LEFT, to: WIDTH - MARGIN - 12.0 };
        let end = across(picture, &along, self.unit, &self.axis, (bottom, bottom));
        if let Some(value) = self.reference.filter(|value| (up.low..=up.high).contains(value)) {
            let y = up.place(value);
            reference(picture, (LEFT, y), (WIDTH - MARGIN, y));
        }
        for (index, series) in (0..).zip(&self.series) {
            for run in self.runs(series) {
                self.run(picture, run, &along, &up, (index, series));
            }
        }
        end
    }

    /// From the first point to the last one.
    pub(super) fn span(&self) -> (f64, f64) {
        let places = || self.series.iter().flat_map(|series| &series.points).map(|point| point.x);
        let low = places().fold(f64::INFINITY, f64::min);
        let high = places().fold(f64::NEG_INFINITY, f64::max);
        let (low, high) = if low > high { (0.0, 1.0) } else { (low, high) };
        self.range.map_or((low, high), |(from, to)| (low.min(from), high.max(to)))
    }

    /// From which value to which the scale goes.
    pub(super) fn value_range(&self) -> (f64, f64) {
        let points = self.series.iter().flat_map(|series| &series.points);
        let ends = |point: &Point| {
            let (low, high) = point.interval.unwrap_or((point.y, point.y));
            [point.y, low, high]
        };
        let values = points.flat_map(ends);
        match self.values {
            // Without a marked value shares stand against none at all.
            Unit::Share => tenths(values.chain([self.reference.unwrap_or(0.0)])),
            _ => {
                let most = values.fold(0.0, f64::max);
                #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "counts")]
                let most = most.ceil() as u64;
                (0.0, up_from_zero(most, 5.0))
            }
        }
    }

    /// The points of a series between which a line is drawn.
    fn runs<'a>(&self, series: &'a Series) -> Vec<&'a [Point]> {
        let together = |a: &Point, b: &Point| self.step.is_none_or(|step| b.x - a.x <= step * 1.001);
        series.points.chunk_by(together).collect()
    }

    fn run(
        &self,
        picture: &mut Picture,
        run: &[Point],
        along: &Scale,
        up: &Scale,
        (index, series): (u8, &Series),
    ) {
        let ink = Ink::Series(index);
        let at = |x: f64, y: f64| (along.place(x), up.place(y));
        let ends = run.iter().filter_map(|point| Some((point.x, point.interval?)));
        let mut band: Vec<(f64, f64)> = ends.clone().map(|(x, (_, high))| at(x, high)).collect();
        band.extend(ends.rev().map(|(x, (low, _))| at(x, low)));
        match band[..] {
            [from, to] => picture.line(from, to, ink, 1.0),
            [_, _, ..] => picture.shapes.push(Shape::Polygon { points: band, ink, opacity: 0.18, edge: 0.0 }),
            [] | [_] => {}
        }
        let points: Vec<(f64, f64)> = run.iter().map(|point| at(point.x, point.y)).collect();
        if points.len() > 1 {
            picture.shapes.push(Shape::Path { points: points.clone(), ink, width: 2.0 });
        }
        let is_dotted = points.len() < 2 || points.windows(2).all(|pair| pair[1].0 - pair[0].0 >= DOTTED);
        if is_dotted {
            let name = (self.series.len() > 1).then_some(series.name.as_str());
            for (point, (x, y)) in run.iter().zip(points) {
                let tip = Some(self.said(name, point));
                picture.shapes.push(Shape::Disc { x, y, radius: 3.5, ink, tip });
            }
        }
    }

    /// A point in words.
    pub(super) fn said(&self, name: Option<&str>, point: &Point) -> String {
        let interval = point.interval.map_or_else(String::new, |(low, high)| {
            format!(" [{}, {}]", self.values.text(low), self.values.text(high))
        });
        let name = name.map_or_else(String::new, |name| format!("{name} "));
        format!("{name}{}: {}{interval}", self.unit.text(point.x), self.values.text(point.y))
    }
}
