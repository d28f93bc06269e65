// Package tabular reads text tables: separated values, ARFF, LIBSVM, plain or gzip-compressed.
//
// Open makes a Source of a file, which bounds the size of the table. ReadTable, ReadARFF and
// ReadLIBSVM split it into cells: numbers, missing values, words and labels. Missing values are
// then filled or dropped and words coded, as Options say, which gives a Table of finite numbers.
// Errors give the line of the row, the column, and a remedy; the caller adds the name of the file.
package tabular
