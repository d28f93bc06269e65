package trees

var (
	HitsToConfirm = hitsToConfirm
	RoundSeed     = roundSeed
)
