package main
import ("testing";"os";"fmt";"fsnb.example/algorithms";"fsnb.example/algorithms/catalogue")
func BenchmarkOne(b *testing.B){
 e,err:=catalogue.Find(os.Getenv("M")); if err!=nil{b.Fatal(err)}
 d,err:=dataFor(e,os.Getenv("S")); if err!=nil{b.Fatal(err)}
 for b.Loop(){ r,err:=algorithms.Run(b.Context(),e.Method,d,algorithms.Options{K:features,Workers:2}); if err!=nil{b.Fatal(err)}
 fmt.Printf("%+v\n", r.Diagnostics)}
}
