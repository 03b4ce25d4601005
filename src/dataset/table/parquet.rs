//! Tables as Parquet: groups of rows are encoded on all cores and written in order, so that the bytes depend on the rows
//! alone.

use super::batch::{Batch, ColumnRows, ColumnType, TableColumn, Values};
use bytes::Bytes;
use parquet::basic::{
    Compression, ConvertedType, Encoding, LogicalType, Repetition, Type as PhysicalType, ZstdLevel,
};
use parquet::column::writer::{ColumnCloseResult, ColumnWriter, get_column_writer};
use parquet::data_type::ByteArray;
use parquet::errors::{ParquetError, Result};
use parquet::file::properties::{EnabledStatistics, WriterProperties, WriterPropertiesPtr, WriterVersion};
use parquet::file::writer::{SerializedFileWriter, SerializedPageWriter, TrackedWrite};
use parquet::schema::types::{ColumnPath, Type, TypePtr};
use rayon::prelude::*;
use std::io::{self, Write};
use std::sync::Arc;

/// From this many rows on a group is complete.
const GROUP_ROWS: usize = 1 << 17;
/// Or from this many bytes of texts and numbers on.
const GROUP_BYTES: usize = 32 << 20;

/// How many complete groups wait to be encoded together.
const GROUPS_AT_ONCE: usize = 2;

/// Of zstd.
const LEVEL: i32 = 3;

/// A file under way.
#[derive(Debug)]
pub struct ParquetWriter<W: Write + Send> {
    writer: SerializedFileWriter<W>,
    properties: WriterPropertiesPtr,
    complete: Vec<Vec<Batch>>,
    group: Vec<Batch>,
    rows: usize,
    bytes: usize,
}

fn io_error(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(inner) => match inner.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(other) => io::Error::other(other),
        },
        other => io::Error::other(other),
    }
}

impl<W: Write + Send> ParquetWriter<W> {
    /// Begins a file of a table with these columns.
    ///
    /// # Errors
    /// When the output cannot be written.
    pub fn new(output: W, name: &str, columns: &[TableColumn]) -> io::Result<Self> {
        let properties = Arc::new(properties(columns));
        let schema = schema(name, columns).map_err(io_error)?;
        let writer = SerializedFileWriter::new(output, schema, Arc::clone(&properties)).map_err(io_error)?;
        Ok(Self { writer, properties, complete: Vec::new(), group: Vec::new(), rows: 0, bytes: 0 })
    }

    /// Adds rows.
    ///
    /// # Errors
    /// When the output cannot be written.
    pub fn push(&mut self, batch: Batch) -> io::Result<()> {
        self.rows += batch.rows;
        self.bytes += batch.columns.iter().map(bytes_of).sum::<usize>();
        self.group.push(batch);
        if self.rows >= GROUP_ROWS || self.bytes >= GROUP_BYTES {
            self.complete.push(std::mem::take(&mut self.group));
            (self.rows, self.bytes) = (0, 0);
            if self.complete.len() >= GROUPS_AT_ONCE {
                self.write_complete().map_err(io_error)?;
            }
        }
        Ok(())
    }

    /// Writes what is held back and the end of the file, and gives the output back.
    ///
    /// # Errors
    /// When the output cannot be written.
    pub fn finish(mut self) -> io::Result<W> {
        if self.group.iter().any(|batch| batch.rows > 0) {
            self.complete.push(std::mem::take(&mut self.group));
        }
        self.write_complete().map_err(io_error)?;
        self.writer.into_inner().map_err(io_error)
    }

    fn write_complete(&mut self) -> Result<()> {
        let groups = std::mem::take(&mut self.complete);
        let columns = self.writer.schema_descr().columns().to_vec();
        let work: Vec<(usize, usize)> = (0..groups.len())
            .flat_map(|group| (0..columns.len()).map(move |column| (group, column)))
            .collect();
        let encode = |(group, column): (usize, usize)| {
            let mut sink = TrackedWrite::new(Vec::new());
            let pages = Box::new(SerializedPageWriter::new(&mut sink));
            let mut writer =
                get_column_writer(Arc::clone(&columns[column]), Arc::clone(&self.properties), pages);
            for batch in &groups[group] {
                write_rows(&mut writer, &batch.columns[column])?;
            }
            let closed = writer.close()?;
            Ok((sink.into_inner()?, closed))
        };
        let encoded =
            work.into_par_iter().map(encode).collect::<Result<Vec<(Vec<u8>, ColumnCloseResult)>>>()?;
        let mut encoded = encoded.into_iter();
        for _ in &groups {
            let mut group = self.writer.next_row_group()?;
            for (bytes, closed) in encoded.by_ref().take(columns.len()) {
                group.append_column(&Bytes::from(bytes), closed)?;
            }
            group.close()?;
        }
        Ok(())
    }
}

fn bytes_of(column: &ColumnRows) -> usize {
    match &column.values {
        Values::Flags(values) => values.len(),
        Values::Integers(values) => values.len() * 4,
        Values::Longs(values) => values.len() * 8,
        Values::Numbers(values) => values.len() * 8,
        Values::Texts(texts) => texts.bytes.len(),
        Values::Lists { values, .. } => values.len() * 8,
    }
}

fn properties(columns: &[TableColumn]) -> WriterProperties {
    let level = ZstdLevel::try_new(LEVEL).unwrap_or_default();
    let mut builder = WriterProperties::builder()
        .set_writer_version(WriterVersion::PARQUET_1_0)
        .set_compression(Compression::ZSTD(level))
        .set_created_by(format!("kifukura {}", env!("CARGO_PKG_VERSION")))
        .set_statistics_enabled(EnabledStatistics::Chunk)
        .set_dictionary_enabled(true);
    for column in columns.iter().filter(|column| !column.repeats) {
        let path = path(column);
        builder = builder.set_column_dictionary_enabled(path.clone(), false);
        if matches!(column.kind, ColumnType::Integer | ColumnType::Long) {
            builder = builder.set_column_encoding(path, Encoding::DELTA_BINARY_PACKED);
        }
    }
    builder.build()
}

/// Where the values of a column stand in the schema.
fn path(column: &TableColumn) -> ColumnPath {
    let mut parts = vec![column.name.clone()];
    if column.kind == ColumnType::Integers {
        parts.extend(["list".to_owned(), "element".to_owned()]);
    }
    ColumnPath::new(parts)
}

fn schema(name: &str, columns: &[TableColumn]) -> Result<TypePtr> {
    let fields = columns.iter().map(field).collect::<Result<Vec<_>>>()?;
    Ok(Arc::new(Type::group_type_builder(name).with_fields(fields).build()?))
}

fn field(column: &TableColumn) -> Result<TypePtr> {
    let repetition = if column.is_optional { Repetition::OPTIONAL } else { Repetition::REQUIRED };
    let primitive = |kind| Type::primitive_type_builder(&column.name, kind).with_repetition(repetition);
    let built = match column.kind {
        ColumnType::Flag => primitive(PhysicalType::BOOLEAN).build(),
        ColumnType::Integer => primitive(PhysicalType::INT32).build(),
        ColumnType::Long => primitive(PhysicalType::INT64).build(),
        ColumnType::Number => primitive(PhysicalType::DOUBLE).build(),
        // A code is a text as well: the logical type ENUM is read as bytes by pyarrow.
        ColumnType::Text => primitive(PhysicalType::BYTE_ARRAY)
            .with_logical_type(Some(LogicalType::String))
            .with_converted_type(ConvertedType::UTF8)
            .build(),
        ColumnType::Integers => {
            let element = Type::primitive_type_builder("element", PhysicalType::INT32)
                .with_repetition(Repetition::OPTIONAL)
                .build()?;
            let list = Type::group_type_builder("list")
                .with_repetition(Repetition::REPEATED)
                .with_fields(vec![Arc::new(element)])
                .build()?;
            Type::group_type_builder(&column.name)
                .with_repetition(repetition)
                .with_logical_type(Some(LogicalType::List))
                .with_converted_type(ConvertedType::LIST)
                .with_fields(vec![Arc::new(list)])
                .build()
        }
    };
    Ok(Arc::new(built?))
}

/// Writes the rows of a column with their levels: how deep the value of each is defined, and whether it goes on with a
/// list.
fn write_rows(writer: &mut ColumnWriter<'_>, rows: &ColumnRows) -> Result<()> {
    let levels: Vec<i16> = rows.present.iter().map(|present| i16::from(*present)).collect();
    let defined = (!levels.is_empty()).then_some(levels.as_slice());
    match (writer, &rows.values) {
        (ColumnWriter::BoolColumnWriter(writer), Values::Flags(values)) => {
            writer.write_batch(values, defined, None)?;
        }
        (ColumnWriter::Int32ColumnWriter(writer), Values::Integers(values)) => {
            writer.write_batch(values, defined, None)?;
        }
        (ColumnWriter::Int64ColumnWriter(writer), Values::Longs(values)) => {
            writer.write_batch(values, defined, None)?;
        }
        (ColumnWriter::DoubleColumnWriter(writer), Values::Numbers(values)) => {
            writer.write_batch(values, defined, None)?;
        }
        (ColumnWriter::ByteArrayColumnWriter(writer), Values::Texts(texts)) => {
            let all = ByteArray::from(texts.bytes.as_str());
            let mut start = 0;
            let mut values = Vec::with_capacity(texts.ends.len());
            for end in &texts.ends {
                values.push(all.slice(start, end - start));
                start = *end;
            }
            writer.write_batch(&values, defined, None)?;
        }
        (ColumnWriter::Int32ColumnWriter(writer), Values::Lists { values, lengths }) => {
            let lists = Lists::new(rows, values, lengths);
            writer.write_batch(&lists.values, Some(&lists.defined), Some(&lists.repeated))?;
        }
        _ => return Err(ParquetError::General("a column has values of another type".to_owned())),
    }
    Ok(())
}

/// Lists as Parquet has them.
#[derive(Default)]
struct Lists {
    values: Vec<i32>,
    /// 0 where there is no list, 1 for an empty one, 2 for a missing number, 3 for a number; one less in all where every
    /// row has a list.
    defined: Vec<i16>,
    /// 0 where a list begins, 1 where it goes on.
    repeated: Vec<i16>,
}

impl Lists {
    fn new(rows: &ColumnRows, values: &[Option<i32>], lengths: &[usize]) -> Self {
        let mut lists = Self::default();
        let (mut lengths, mut values) = (lengths.iter(), values.iter());
        let empty = i16::from(!rows.present.is_empty());
        let count = if rows.present.is_empty() { lengths.len() } else { rows.present.len() };
        for row in 0..count {
            if rows.present.get(row) == Some(&false) {
                lists.defined.push(0);
                lists.repeated.push(0);
                continue;
            }
            let length = lengths.next().copied().unwrap_or(0);
            if length == 0 {
                lists.defined.push(empty);
                lists.repeated.push(0);
            }
            for (index, value) in values.by_ref().take(length).enumerate() {
                lists.values.extend(value);
                lists.defined.push(empty + 1 + i16::from(value.is_some()));
                lists.repeated.push(i16::from(index > 0));
            }
        }
        lists
    }
}
