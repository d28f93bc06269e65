module fsnb.example/tools

go 1.26
