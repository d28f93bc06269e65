package openblas

import "strings"

// library has the addresses of the routines, under their Fortran names: all arguments are pointers,
// matrices are stored by columns, and each letter has a length of one after the other arguments.
// An address is 0 where the library lacks the routine.
type library struct {
	name                               string
	gemm, syrk, symm, trsm, trmm, gemv uintptr
	potrf, syevd                       uintptr
}

// routines are the addresses by their names.
func (l *library) routines() map[string]*uintptr {
	return map[string]*uintptr{
		"dgemm_": &l.gemm, "dsyrk_": &l.syrk, "dsymm_": &l.symm, "dtrsm_": &l.trsm,
		"dtrmm_": &l.trmm, "dgemv_": &l.gemv, "dpotrf_": &l.potrf, "dsyevd_": &l.syevd,
	}
}

// openOne returns nil if there is no such library, or if it has no product of matrices.
func openOne(name string) *library {
	handle, ok := load(name)
	if !ok {
		return nil
	}
	lib := &library{name: "Accelerate"}
	for routine, address := range lib.routines() {
		*address = symbol(handle, routine)
	}
	if lib.gemm == 0 {
		return nil
	}
	if threads := symbol(handle, "openblas_set_num_threads"); threads != 0 {
		call(threads, 1)
	}
	if address := symbol(handle, "openblas_get_config"); address != 0 {
		lib.name = strings.TrimSpace(text(address))
	}
	return lib
}
