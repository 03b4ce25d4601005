//! Files that a command writes: under a temporary name in the same folder, then put in place in one step, so that
//! nobody ever sees half of a file, and two commands at once cannot replace each other's.

use super::database_files::is_of_a_database;
use std::fs::{self, File, Metadata};
use std::io::{self, BufWriter, Stdout, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};
use tempfile::NamedTempFile;

/// What happens to a file that is there already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Existing {
    /// It stays, and writing is refused.
    Keep,
    /// It is replaced once the new one is complete.
    Overwrite,
}

impl Existing {
    /// The meaning of `--force`.
    pub fn forced(force: bool) -> Self {
        if force { Self::Overwrite } else { Self::Keep }
    }
}

/// Why a file was not written.
#[derive(Debug, thiserror::Error)]
pub enum OutputError {
    /// Something is there, and nobody asked for it to be replaced.
    #[error("refusing to overwrite `{}`", .0.display())]
    Exists(PathBuf),
    /// The path names a folder.
    #[error("`{}` is a folder", .0.display())]
    Folder(PathBuf),
    /// The path names a pipe, a socket or a disk.
    #[error("`{}` is a {kind}, not a file", .path.display())]
    Special {
        /// The path.
        path: PathBuf,
        /// What it is.
        kind: &'static str,
    },
    /// The path names a database, or a file that SQLite keeps beside one.
    #[error("`{}` belongs to a database", .0.display())]
    Database(PathBuf),
    /// The system does not allow it.
    #[error("cannot write `{}`", .path.display())]
    Io {
        /// The path.
        path: PathBuf,
        /// The system's words.
        source: io::Error,
    },
}

impl OutputError {
    /// What to do next, in one line.
    pub fn hint(&self) -> Option<&'static str> {
        Some(match self {
            Self::Exists(_) => "name another file, or overwrite this one with `--force`",
            Self::Folder(_) => "name a file",
            Self::Special { .. } => "leave the option out and redirect standard output instead",
            Self::Database(_) => "name another file; this one was left as it is",
            Self::Io { .. } => return None,
        })
    }
}

/// A file that is being written. It appears under its name with [`Self::finish`]; dropped before that, or ended by
/// Ctrl-C, it leaves nothing behind. A character device (`/dev/null`, a terminal) is written to directly.
#[derive(Debug)]
pub struct OutputFile {
    path: PathBuf,
    sink: Sink,
}

#[derive(Debug)]
enum Sink {
    Stdout(BufWriter<Stdout>),
    Device(BufWriter<File>),
    // The temporary file goes first, its entry in the list of unfinished files after it.
    New { writer: BufWriter<NamedTempFile>, to: PathBuf, existing: Existing, unfinished: Unfinished },
}

impl OutputFile {
    /// Begins a file. A link is followed: what it points at is written, and the link stays.
    pub fn create(path: &Path, existing: Existing) -> Result<Self, OutputError> {
        let about = |source| OutputError::Io { path: path.to_owned(), source };
        let sink = match fs::metadata(path) {
            _ if path == Path::new("/dev/stdout") => Sink::Stdout(BufWriter::new(io::stdout())),
            Ok(there) if there.is_dir() => return Err(OutputError::Folder(path.to_owned())),
            Ok(there) if !there.is_file() => {
                // An open descriptor of this process (`/dev/fd/63`) has no path of its own and is read by somebody.
                let is_open = fs::canonicalize(path).is_err();
                if let Some(kind) = refused(&there).filter(|_| !is_open) {
                    return Err(OutputError::Special { path: path.to_owned(), kind });
                }
                Sink::Device(BufWriter::new(File::options().write(true).open(path).map_err(about)?))
            }
            there => {
                let to = real_path(path);
                if is_of_a_database(&to) {
                    return Err(OutputError::Database(path.to_owned()));
                }
                if there.is_ok() && existing == Existing::Keep {
                    return Err(OutputError::Exists(path.to_owned()));
                }
                Self::temporary(to, there.ok(), existing).map_err(about)?
            }
        };
        Ok(Self { path: path.to_owned(), sink })
    }

    fn temporary(to: PathBuf, there: Option<Metadata>, existing: Existing) -> io::Result<Sink> {
        let mut builder = tempfile::Builder::new();
        builder.prefix(".kura-");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            // What the umask leaves of this, as for every new file.
            builder.permissions(fs::Permissions::from_mode(0o666));
        }
        let folder = to.parent().filter(|folder| !folder.as_os_str().is_empty());
        let (file, unfinished) =
            Unfinished::begin(|| builder.tempfile_in(folder.unwrap_or_else(|| Path::new("."))))?;
        if let Some(there) = there {
            file.as_file().set_permissions(there.permissions())?;
        }
        Ok(Sink::New { writer: BufWriter::new(file), to, existing, unfinished })
    }

    /// Puts the complete file in its place.
    pub fn finish(self) -> Result<(), OutputError> {
        let path = self.path;
        let about = |source: io::Error| OutputError::Io { path: path.clone(), source };
        match self.sink {
            Sink::Stdout(mut writer) => writer.flush().map_err(about),
            Sink::Device(mut writer) => writer.flush().map_err(about),
            Sink::New { writer, to, existing, unfinished } => {
                let file = writer.into_inner().map_err(|error| about(error.into_error()))?;
                file.as_file().sync_all().map_err(about)?;
                let put = match existing {
                    Existing::Keep => file.persist_noclobber(&to),
                    Existing::Overwrite => file.persist(&to),
                };
                // An error holds the temporary file, which goes away here.
                let put = put.map(drop).map_err(|error| error.error);
                drop(unfinished);
                match put {
                    Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                        Err(OutputError::Exists(path))
                    }
                    other => other.map_err(about),
                }
            }
        }
    }
}

impl Write for OutputFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.sink {
            Sink::Stdout(writer) => writer.write(bytes),
            Sink::Device(writer) => writer.write(bytes),
            Sink::New { writer, .. } => writer.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.sink {
            Sink::Stdout(writer) => writer.flush(),
            Sink::Device(writer) => writer.flush(),
            Sink::New { writer, .. } => writer.flush(),
        }
    }
}

/// Writes a file in one go. An error of `write` leaves nothing behind.
pub fn write_file(
    path: &Path,
    existing: Existing,
    write: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let mut file = OutputFile::create(path, existing)?;
    write(&mut file)?;
    Ok(file.finish()?)
}

/// What is neither a file nor something to write to without waiting for a reader or destroying a disk.
#[cfg(unix)]
fn refused(there: &Metadata) -> Option<&'static str> {
    use std::os::unix::fs::FileTypeExt;
    let kind = there.file_type();
    match kind {
        _ if kind.is_fifo() => Some("pipe"),
        _ if kind.is_socket() => Some("socket"),
        _ if kind.is_block_device() => Some("disk"),
        _ => None,
    }
}

#[cfg(not(unix))]
fn refused(_: &Metadata) -> Option<&'static str> {
    None
}

/// How many links are followed one after the other, as in Linux.
const LINKS: usize = 40;

/// Where a path leads, through links and also to a file that is not there yet.
pub fn real_path(path: &Path) -> PathBuf {
    let mut real = path.to_owned();
    for _ in 0..LINKS {
        if let Ok(found) = fs::canonicalize(&real) {
            return found;
        }
        let Ok(to) = fs::read_link(&real) else { break };
        real = real.parent().map_or_else(|| to.clone(), |folder| folder.join(&to));
    }
    let folder = real.parent().filter(|folder| !folder.as_os_str().is_empty());
    match (fs::canonicalize(folder.unwrap_or_else(|| Path::new("."))), real.file_name()) {
        (Ok(folder), Some(name)) => folder.join(name),
        _ => real,
    }
}

/// The temporary files of this process.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// An entry of [`UNFINISHED`].
#[derive(Debug)]
struct Unfinished(PathBuf);

impl Unfinished {
    /// Makes a temporary file and notes its name, so that Ctrl-C removes it.
    fn begin(create: impl FnOnce() -> io::Result<NamedTempFile>) -> io::Result<(NamedTempFile, Self)> {
        static HANDLER: Once = Once::new();
        // A command that has its own handler for Ctrl-C ends by itself.
        HANDLER.call_once(|| drop(ctrlc::set_handler(remove_and_exit)));
        let mut unfinished = Self::lock();
        let file = create()?;
        unfinished.push(file.path().to_owned());
        let entry = Self(file.path().to_owned());
        Ok((file, entry))
    }

    fn lock() -> MutexGuard<'static, Vec<PathBuf>> {
        UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        Self::lock().retain(|path| *path != self.0);
    }
}

fn remove_and_exit() {
    // The list stays locked to the end, so that no new file is begun.
    let unfinished = Unfinished::lock();
    for path in unfinished.iter() {
        let _ = fs::remove_file(path);
    }
    std::process::exit(super::INTERRUPTED);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(path: &Path, existing: Existing, text: &str) -> Result<(), String> {
        let write = |file: &mut dyn Write| Ok(file.write_all(text.as_bytes())?);
        write_file(path, existing, write).map_err(|error| error.to_string())
    }

    #[test]
    fn a_file_is_complete_or_not_there() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.txt");
        let failed = write_file(&path, Existing::Keep, |file| {
            file.write_all(b"half")?;
            anyhow::bail!("no more")
        });
        assert_eq!(failed.unwrap_err().to_string(), "no more");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        written(&path, Existing::Keep, "one").unwrap();
        let refused = format!("refusing to overwrite `{}`", path.display());
        assert_eq!(written(&path, Existing::Keep, "two"), Err(refused));
        assert_eq!(fs::read_to_string(&path).unwrap(), "one");
        written(&path, Existing::Overwrite, "three").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "three");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        assert!(Unfinished::lock().iter().all(|path| !path.starts_with(folder.path())));
    }

    #[test]
    fn what_appears_while_a_file_is_written_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.txt");
        let mut file = OutputFile::create(&path, Existing::Keep).unwrap();
        file.write_all(b"mine").unwrap();
        fs::write(&path, "theirs").unwrap();
        assert!(matches!(file.finish(), Err(OutputError::Exists(found)) if found == path));
        assert_eq!(fs::read_to_string(&path).unwrap(), "theirs");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn links_stay_and_what_they_point_at_is_written() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("a.txt"), "old").unwrap();
        std::os::unix::fs::symlink("a.txt", at("link")).unwrap();
        std::os::unix::fs::symlink("new.txt", at("to-nothing")).unwrap();
        assert!(written(&at("link"), Existing::Keep, "new").is_err());
        written(&at("link"), Existing::Overwrite, "new").unwrap();
        written(&at("to-nothing"), Existing::Keep, "made").unwrap();
        for (link, file, text) in [("link", "a.txt", "new"), ("to-nothing", "new.txt", "made")] {
            assert!(fs::symlink_metadata(at(link)).unwrap().is_symlink());
            assert!(fs::symlink_metadata(at(file)).unwrap().is_file());
            assert_eq!(fs::read_to_string(at(file)).unwrap(), text);
        }
    }

    #[cfg(unix)]
    #[test]
    fn permissions_are_those_of_any_new_file_or_of_the_file_replaced() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let mode = |name: &str| fs::metadata(at(name)).unwrap().permissions().mode() & 0o777;
        fs::write(at("usual"), "").unwrap();
        written(&at("a.txt"), Existing::Keep, "a").unwrap();
        assert_eq!(mode("a.txt"), mode("usual"));
        fs::set_permissions(at("a.txt"), fs::Permissions::from_mode(0o640)).unwrap();
        written(&at("a.txt"), Existing::Overwrite, "b").unwrap();
        assert_eq!(mode("a.txt"), 0o640);
    }
}
