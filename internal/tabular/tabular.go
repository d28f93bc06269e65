// Package tabular reads tables of text: separated values, ARFF, LIBSVM, each plain or packed.
//
// Open makes a Source of a file, which bounds what may be made of its bytes. ReadTable, ReadARFF
// and ReadLIBSVM cut it into cells; a cell is a number, a missing value, a word or a label. At the
// end missing values are filled in or left out and words are coded, as Options say, which leaves a
// Table of finite numbers. Errors name the row by its line and the column, and say how to mend the
// file; the caller puts the name of the file before them.
package tabular
