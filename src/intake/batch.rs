//! All files, batch by batch: each batch opened on all cores, and given in order.

use super::archive::{self, ArchiveKind};
use super::chunks::Chunks;
use super::content::Content;
use super::error::ReadError;
use super::find::FoundFile;
use super::limits::{BATCH_BYTES, BATCH_FILES, Limits};
use super::open::{Opened, Opener};
use super::positions::format_of_bytes;
use super::source_path::SourcePath;
use super::survey::{Input, Survey};
use rayon::prelude::*;
use std::ops::ControlFlow;

/// Files that were opened together.
#[derive(Clone, Debug)]
pub struct Batch<T> {
    /// What was made of each file, in order.
    pub items: Vec<(SourcePath, T)>,
    /// How many of the files that were found are finished with this batch.
    pub files: usize,
    /// How many of their bytes are, without those that earlier batches counted.
    pub bytes: u64,
}

/// Opens every file on all cores, takes files out of archives, and gives what `make` makes of each to `take`, batch by
/// batch in order. An archive itself is no item, unless something is wrong with it.
///
/// A file above the limits, or with more games than are read at once, comes in chunks, several items of one path. Of a
/// file for whose SHA-256 `known` has an item, that is taken, and its records are not read.
pub fn each_batch<T: Send>(
    files: &[FoundFile],
    limits: Limits,
    known: &(dyn Fn(&[u8; 32]) -> Option<T> + Sync),
    make: impl Fn(Result<Content, ReadError>) -> T + Sync,
    take: &mut dyn FnMut(Batch<T>) -> ControlFlow<()>,
) {
    let opener = Opener { limits, known, make: &make };
    let mut output = Output { items: Vec::new(), chunk_bytes: 0, take };
    for files in batches(files) {
        if output.batch(&opener, files).is_break() {
            return;
        }
    }
}

/// Cuts the files into batches, in order.
fn batches(files: &[FoundFile]) -> Vec<&[FoundFile]> {
    let mut batches = Vec::new();
    let (mut start, mut bytes) = (0, 0);
    for (index, file) in files.iter().enumerate() {
        let more = file.bytes.unwrap_or(0);
        if index > start && (index - start >= BATCH_FILES || bytes + more > BATCH_BYTES) {
            batches.push(&files[start..index]);
            (start, bytes) = (index, 0);
        }
        bytes += more;
    }
    if start < files.len() {
        batches.push(&files[start..]);
    }
    batches
}

/// What was made and waits to be given.
struct Output<'a, T> {
    items: Vec<(SourcePath, T)>,
    /// How many bytes of files of this batch were given in chunks.
    chunk_bytes: u64,
    take: &'a mut dyn FnMut(Batch<T>) -> ControlFlow<()>,
}

impl<T: Send> Output<'_, T> {
    fn batch<F>(&mut self, opener: &Opener<'_, T, F>, files: &[FoundFile]) -> ControlFlow<()>
    where
        F: Fn(Result<Content, ReadError>) -> T + Sync,
    {
        let opened: Vec<_> = files.par_iter().map(|file| opener.open(file)).collect();
        self.chunk_bytes = 0;
        for (file, opened) in files.iter().zip(opened) {
            let path = SourcePath::file(&file.path);
            match opened {
                Opened::Item(item) => self.items.push((path, item)),
                Opened::Archive(kind, bytes) => self.archive(opener, &path, kind, &bytes)?,
                Opened::Large(input) => self.chunks(opener, &path, &input)?,
            }
        }
        let bytes: u64 = files.iter().filter_map(|file| file.bytes).sum();
        self.give(files.len(), bytes.saturating_sub(self.chunk_bytes))
    }

    /// Gives what waits.
    fn give(&mut self, files: usize, bytes: u64) -> ControlFlow<()> {
        (self.take)(Batch { items: std::mem::take(&mut self.items), files, bytes })
    }

    /// Opens the files of an archive in batches; what does not fill one waits.
    fn archive<F>(
        &mut self,
        opener: &Opener<'_, T, F>,
        path: &SourcePath,
        kind: ArchiveKind,
        bytes: &[u8],
    ) -> ControlFlow<()>
    where
        F: Fn(Result<Content, ReadError>) -> T + Sync,
    {
        let (mut members, mut size, mut flow) = (Vec::new(), 0, ControlFlow::Continue(()));
        archive::unpack(kind, bytes, &mut |name, content| {
            size += content.as_ref().map_or(0, |bytes| bytes.len() as u64);
            let member = Some(name).filter(|name| !name.is_empty());
            members.push((SourcePath { path: path.path.clone(), member }, content.map_err(ReadError::from)));
            if members.len() >= BATCH_FILES || size > BATCH_BYTES {
                flow = self.members(opener, std::mem::take(&mut members));
                flow?;
                flow = self.give(0, 0);
                size = 0;
            }
            flow
        });
        flow?;
        self.members(opener, members)
    }

    /// Opens some files of an archive on all cores.
    fn members<F>(
        &mut self,
        opener: &Opener<'_, T, F>,
        members: Vec<(SourcePath, Result<Vec<u8>, ReadError>)>,
    ) -> ControlFlow<()>
    where
        F: Fn(Result<Content, ReadError>) -> T + Sync,
    {
        let open = |(path, content): (SourcePath, Result<Vec<u8>, ReadError>)| match content {
            Err(error) => (path, Opened::Item((opener.make)(Err(error)))),
            Ok(bytes) => match format_of_bytes(&path, &bytes) {
                Some(format) => (path, Opened::Item((opener.make)(Err(ReadError::Positions(format))))),
                None => (path, opener.bytes(bytes)),
            },
        };
        let opened: Vec<_> = members.into_par_iter().map(open).collect();
        for (path, opened) in opened {
            match opened {
                Opened::Item(item) => self.items.push((path, item)),
                Opened::Large(input) => self.chunks(opener, &path, &input)?,
                // Archives in archives were opened before.
                Opened::Archive(..) => {}
            }
        }
        ControlFlow::Continue(())
    }

    /// Gives a large file chunk by chunk, after what waits already; the last chunk waits.
    fn chunks<F>(&mut self, opener: &Opener<'_, T, F>, path: &SourcePath, input: &Input) -> ControlFlow<()>
    where
        F: Fn(Result<Content, ReadError>) -> T,
    {
        let item = match Survey::new(input) {
            Err(error) => (opener.make)(Err(error.into())),
            Ok(survey) => match (opener.known)(&survey.sha256) {
                Some(known) => known,
                None => match Chunks::new(input, survey, opener.limits) {
                    Ok(chunks) => return self.all_chunks(opener, path, chunks),
                    Err(error) => (opener.make)(Err(error)),
                },
            },
        };
        self.items.push((path.clone(), item));
        ControlFlow::Continue(())
    }

    fn all_chunks<F>(
        &mut self,
        opener: &Opener<'_, T, F>,
        path: &SourcePath,
        chunks: Chunks<'_>,
    ) -> ControlFlow<()>
    where
        F: Fn(Result<Content, ReadError>) -> T,
    {
        for content in chunks {
            let goes_on =
                content.as_ref().is_ok_and(|content| content.chunk.is_some_and(|chunk| !chunk.last));
            let bytes = content.as_ref().map_or(0, |content| content.bytes.len() as u64);
            self.items.push((path.clone(), (opener.make)(content)));
            if goes_on {
                // The size that was found is that of the archive, not that of the files in it.
                let bytes = if path.member.is_none() { bytes } else { 0 };
                self.chunk_bytes += bytes;
                self.give(0, bytes)?;
            }
        }
        ControlFlow::Continue(())
    }
}
