//! Files with records of one length.

use super::judge::{At, Judged};
use super::{PositionReport, RecordFinding};
use crate::formats::packed::{Fault, PackedFormat, Row};
use rayon::prelude::*;
use std::io::{self, BufRead};

/// How many records are read at once.
const AT_ONCE: usize = 1 << 16;

/// How many of them one core takes.
const A_CORE: usize = 1 << 12;

/// Judges every record, and what is left over at the end.
pub(super) fn check(
    input: &mut dyn BufRead,
    format: PackedFormat,
    record_bytes: usize,
    report: &mut PositionReport,
    take: &mut dyn FnMut(RecordFinding),
) {
    let mut buffer = vec![0; AT_ONCE * record_bytes];
    loop {
        let (there, error) = fill(input, &mut buffer);
        let whole = there - there % record_bytes;
        let judge = |(number, part): (usize, &[u8])| {
            let first = report.records + (number * A_CORE) as u64;
            let mut judged = Judged::default();
            for (record, bytes) in (first..).zip(part.chunks_exact(record_bytes)) {
                if let Some(row) = Row::new(format, bytes) {
                    judged.row(&row, At { record, offset: record * record_bytes as u64 });
                }
            }
            judged
        };
        let parts: Vec<Judged> =
            buffer[..whole].par_chunks(A_CORE * record_bytes).enumerate().map(judge).collect();
        for judged in parts {
            report.counts.add(&judged.counts);
            judged.findings.into_iter().for_each(|finding| report.find(finding, take));
        }
        report.records += (whole / record_bytes) as u64;
        report.bytes += there as u64;
        let cut_off = Fault::CutOff { there: there - whole, wanted: record_bytes };
        let offset = report.bytes - (there - whole) as u64;
        if there > whole && error.is_none() {
            report.find(RecordFinding::of_fault(report.records, offset, &cut_off), take);
        }
        if let Some(error) = &error {
            report.find(RecordFinding::of_fault(report.records, offset, error), take);
        }
        if error.is_some() || there < buffer.len() {
            return;
        }
    }
}

/// Reads until the buffer is full, nothing more comes or there is an error; how many bytes came.
fn fill(input: &mut dyn BufRead, buffer: &mut [u8]) -> (usize, Option<Fault>) {
    let mut there = 0;
    while there < buffer.len() {
        match input.read(&mut buffer[there..]) {
            Ok(0) => break,
            Ok(more) => there += more,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return (there, Some(error.into())),
        }
    }
    (there, None)
}
