package chart

// MaxPanels is the number of panels that a figure of small multiples draws.
const MaxPanels = 12

// MaxLegend is the number of entries that a legend names.
const MaxLegend = 40
