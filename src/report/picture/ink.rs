//! The colours of pictures, by what they are for, on a light and on a dark ground.

/// On which ground a picture is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// Both: the one that whoever looks at it prefers (`prefers-color-scheme`). A PNG has the light one.
    #[default]
    Auto,
    /// A light ground.
    Light,
    /// A dark ground.
    Dark,
}

impl Theme {
    /// The names of all, as options spell them.
    pub const ALL: [(Self, &'static str); 3] =
        [(Self::Auto, "auto"), (Self::Light, "light"), (Self::Dark, "dark")];
}

/// What a colour is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ink {
    /// Behind everything.
    Ground,
    /// Words and numbers.
    Text,
    /// Words of less weight, and frames.
    Muted,
    /// The lines of a scale.
    Grid,
    /// The series of a chart, from 0; after the last colour they begin again.
    Series(u8),
    /// The shades of a heat map, from 0 (nothing) to 6.
    Heat(u8),
    /// Words on a shade.
    OnHeat(u8),
}

/// How many series have a colour of their own.
pub const SERIES: usize = 6;

/// How many shades a heat map has.
pub const SHADES: u8 = 7;

/// Light and dark. The series are told apart by those who do not see red, green or blue, and stand out from their
/// ground at 3:1 or more; a test holds them to it.
const SERIES_COLORS: [[&str; 2]; SERIES] = [
    ["#0b46cc", "#4a9bff"],
    ["#b04600", "#e09a2c"],
    ["#7c7c7c", "#767c84"],
    ["#00a843", "#4be584"],
    ["#2b2320", "#ffffff"],
    ["#7d4589", "#d4bcec"],
];

/// Light and dark, from nothing to most.
const HEAT_COLORS: [[&str; 2]; SHADES as usize] = [
    ["#f4f6f8", "#20262d"],
    ["#d9e6f2", "#1f3850"],
    ["#b5d1e8", "#20507a"],
    ["#84b4d8", "#2a6da6"],
    ["#3d84b8", "#4590cf"],
    ["#1b629a", "#7db8e8"],
    ["#0b4778", "#c4e1f8"],
];

/// From which shade on words are of the other ground's colour.
const TURN: u8 = 4;

impl Ink {
    /// Its colours on a light and on a dark ground.
    pub const fn colors(self) -> [&'static str; 2] {
        match self {
            Self::Ground => ["#ffffff", "#14171b"],
            Self::Text => ["#1b1f24", "#eef1f4"],
            Self::Muted => ["#59636e", "#a3adb8"],
            Self::Grid => ["#d5dae0", "#353c45"],
            Self::Series(series) => SERIES_COLORS[series as usize % SERIES],
            Self::Heat(shade) => HEAT_COLORS[if shade < SHADES { shade } else { SHADES - 1 } as usize],
            Self::OnHeat(shade) if shade < TURN => ["#1b1f24", "#eef1f4"],
            Self::OnHeat(_) => ["#ffffff", "#14171b"],
        }
    }

    /// Its name in a style.
    pub fn class(self) -> String {
        match self {
            Self::Ground => "ground".to_owned(),
            Self::Text => "text".to_owned(),
            Self::Muted => "muted".to_owned(),
            Self::Grid => "grid".to_owned(),
            Self::Series(series) => format!("s{}", usize::from(series) % SERIES),
            Self::Heat(shade) => format!("h{}", shade.min(SHADES - 1)),
            Self::OnHeat(shade) => if shade < TURN { "low" } else { "high" }.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Red, green and blue, linear.
    fn linear(color: &str) -> [f64; 3] {
        [1, 3, 5].map(|at| {
            let value = f64::from(u8::from_str_radix(&color[at..at + 2], 16).unwrap()) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        })
    }

    fn luminance([r, g, b]: [f64; 3]) -> f64 {
        0.2126 * r + 0.7152 * g + 0.0722 * b
    }

    /// <https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio>
    fn contrast(one: &str, other: &str) -> f64 {
        let (a, b) = (luminance(linear(one)), luminance(linear(other)));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    type Matrix = [[f64; 3]; 3];

    fn times(matrix: &Matrix, value: [f64; 3]) -> [f64; 3] {
        matrix.map(|row| row.iter().zip(value).map(|(a, b)| a * b).sum())
    }

    /// Oklab (<https://bottosson.github.io/posts/oklab/>).
    fn lab(color: [f64; 3]) -> [f64; 3] {
        let cones = [
            [0.412_221_470_8, 0.536_332_536_3, 0.051_445_992_9],
            [0.211_903_498_2, 0.680_699_545_1, 0.107_396_956_6],
            [0.088_302_461_9, 0.281_718_837_6, 0.629_978_700_5],
        ];
        let axes = [
            [0.210_454_255_3, 0.793_617_785, -0.004_072_046_8],
            [1.977_998_495_1, -2.428_592_205, 0.450_593_709_9],
            [0.025_904_037_1, 0.782_771_766_2, -0.808_675_766],
        ];
        times(&axes, times(&cones, color.map(|value| value.max(0.0))).map(f64::cbrt))
    }

    /// How people see a colour who lack one kind of cones: Machado, Oliveira and Fernandes 2009, severity 1.
    const EYES: [Matrix; 4] = [
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
    ];

    #[test]
    fn series_are_told_apart_by_all_eyes_and_stand_out_from_the_ground() {
        for ground in [0, 1] {
            for (index, one) in SERIES_COLORS.iter().enumerate() {
                let behind = Ink::Ground.colors()[ground];
                assert!(contrast(one[ground], behind) >= 3.0, "{} on {behind}", one[ground]);
                for other in &SERIES_COLORS[index + 1..] {
                    for eyes in &EYES {
                        let [a, b] = [one, other].map(|color| lab(times(eyes, linear(color[ground]))));
                        let distance = a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt();
                        assert!(distance >= 0.095, "{} and {}: {distance:.3}", one[ground], other[ground]);
                    }
                }
            }
        }
    }

    #[test]
    fn words_are_legible_on_every_ground() {
        for ground in [0, 1] {
            for ink in [Ink::Text, Ink::Muted] {
                assert!(contrast(ink.colors()[ground], Ink::Ground.colors()[ground]) >= 4.5);
            }
            for shade in 0..SHADES {
                let (word, behind) = (Ink::OnHeat(shade).colors()[ground], Ink::Heat(shade).colors()[ground]);
                let ratio = contrast(word, behind);
                assert!(ratio >= 3.5, "{word} on {behind}: {ratio:.2}");
            }
        }
    }
}
