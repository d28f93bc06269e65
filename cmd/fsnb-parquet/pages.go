package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// checkPages reads the headers of all pages, and returns an error if they ask for more memory than
// the bound: the reader takes what a header claims before it reads the page, so that a damaged
// header of some bytes costs gigabytes. In a row group one page of each column is in memory.
func checkPages(f *parquet.File, r io.ReaderAt, size int64) error {
	bound := 8*freeValues + maxGrowth*size
	for _, group := range f.Metadata().RowGroups {
		total := int64(0)
		for _, chunk := range group.Columns {
			largest, err := largestPage(&chunk.MetaData, r, size)
			if err != nil {
				return err
			}
			if total += largest; total > bound {
				return fmt.Errorf("%d bytes of the file ask for %d bytes of memory, more than %d "+
					"times as many; fetch it again, or write it as a .csv", size, total, maxGrowth)
			}
		}
	}
	return nil
}

// maxPages is how many pages a column of a row group may have: each has a header, and the smallest
// header takes some bytes.
const maxPages = 1 << 24

// largestPage is the most memory that a page of a column takes.
func largestPage(m *format.ColumnMetaData, r io.ReaderAt, size int64) (largest int64, err error) {
	at := m.DataPageOffset
	if d := m.DictionaryPageOffset; d > 0 && d < at {
		at = d
	}
	end := at + m.TotalCompressedSize
	if at < 0 || end < at || end > size {
		return 0, errors.New("the pages of the Parquet file lie beyond its end; fetch it again")
	}
	for range maxPages {
		if at >= end {
			return largest, nil
		}
		section := io.NewSectionReader(r, at, end-at)
		buffer := bufio.NewReaderSize(section, 256)
		var h format.PageHeader
		if err := thrift.NewDecoder(newBounded(buffer, end-at)).Decode(&h); err != nil {
			return 0, fmt.Errorf("a page of the Parquet file has no header (%w); fetch it again", err)
		}
		read, err := section.Seek(0, io.SeekCurrent)
		if err != nil {
			return 0, err
		}
		if h.CompressedPageSize < 0 || h.UncompressedPageSize < 0 {
			return 0, errors.New("a page of the Parquet file has a size below 0; fetch it again")
		}
		values := max(h.DataPageHeader.V.NumValues, h.DataPageHeaderV2.V.NumValues,
			h.DictionaryPageHeader.V.NumValues)
		// A value takes eight bytes, or more if the page has as many.
		largest = max(largest, int64(h.UncompressedPageSize), 8*int64(values))
		at += read - int64(buffer.Buffered()) + int64(h.CompressedPageSize)
	}
	return 0, fmt.Errorf("a column of the Parquet file has more than %d pages; fetch it again",
		maxPages)
}
