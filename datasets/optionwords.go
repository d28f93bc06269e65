package datasets

// The words of Options.
type (
	// TargetKind is what the label column holds.
	TargetKind string
	// MissingPolicy is what becomes of missing values: one of these words, or a number as text.
	MissingPolicy string
	// TextEncoding is the encoding of text.
	TextEncoding string
	// WordCoding is the coding of columns of words.
	WordCoding string
	// StorageKind is how the values are held.
	StorageKind string
	// Aggregation is what is taken of the samples of a group.
	Aggregation string
)

// The values of Options.Target, Missing, Encoding, Code, Storage and Aggregate, which say what each
// means.
const (
	TargetClasses       TargetKind    = "classes"
	TargetContinuous    TargetKind    = "continuous"
	MissingDropRows     MissingPolicy = "drop-rows"
	MissingDropColumns  MissingPolicy = "drop-columns"
	MissingMedian       MissingPolicy = "median"
	MissingMean         MissingPolicy = "mean"
	MissingMostFrequent MissingPolicy = "most-frequent"
	EncodingLatin1      TextEncoding  = "latin1"
	EncodingUTF16       TextEncoding  = "utf16"
	CodeOrdinal         WordCoding    = "ordinal"
	CodeOneHot          WordCoding    = "one-hot"
	StorageSparse       StorageKind   = "sparse"
	StorageDense        StorageKind   = "dense"
	StorageDisk         StorageKind   = "disk"
	AggregateMean       Aggregation   = "mean"
	AggregateMedian     Aggregation   = "median"
)
