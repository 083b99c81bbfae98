// Plays a game to its end by the library for C, always in the first direction that moves something,
// and prints the board: `go run play.go [MODE]`, with PKG_CONFIG_PATH set as for C.
package main

/*
#cgo pkg-config: polymerge
#include <polymerge.h>
#include <stdlib.h>
*/
import "C"

import (
	"fmt"
	"math/bits"
	"os"
	"runtime"
	"strings"
	"unsafe"
)

// The words of the last fault belong to a thread of the system, and goroutines move from one to
// another: so a program that asks for them keeps its thread.
func init() {
	runtime.LockOSThread()
}

func check(status C.int32_t) {
	if status != C.PM_OK {
		fmt.Fprintf(os.Stderr, "%s: %s\n", C.GoString(C.pm_last_error_code()), C.GoString(C.pm_last_error()))
		os.Exit(1)
	}
}

// A text of a game: first its length, then the text.
func text(game *C.pm_game, what C.uint32_t) string {
	var into C.pm_buffer
	check(C.pm_game_text(game, what, &into))
	into.capacity = into.length + 1
	into.bytes = (*C.char)(C.malloc(into.capacity))
	defer C.free(unsafe.Pointer(into.bytes))
	check(C.pm_game_text(game, what, &into))
	return C.GoStringN(into.bytes, C.int(into.length))
}

func main() {
	mode := "classic"
	if len(os.Args) > 1 {
		mode = os.Args[1]
	}
	if C.pm_abi() != C.PM_ABI {
		os.Exit(1)
	}
	name := C.CString(mode)
	defer C.free(unsafe.Pointer(name))
	var rules *C.pm_rules
	var game *C.pm_game
	check(C.pm_open(name, nil, &rules, nil))
	defer C.pm_rules_free(rules)
	check(C.pm_game_start(rules, 7, 0, &game))
	defer C.pm_game_free(game)

	var status C.pm_status
	status.size = C.size_t(unsafe.Sizeof(status))
	for turn := 0; turn < 100000; turn++ {
		check(C.pm_game_status(game, &status))
		if status.status == C.PM_WON && status.can_go_on != 0 {
			on := C.CString("on")
			check(C.pm_game_act(game, on, 0))
			C.free(unsafe.Pointer(on))
			continue
		}
		if status.status != C.PM_PLAYING {
			break
		}
		direction := bits.TrailingZeros64(uint64(status.legal))
		check(C.pm_game_play(game, C.uint32_t(direction), 0, nil, nil))
	}

	// Memory of C: what a struct points to that C reads must not be Go's.
	cells := C.size_t(status.rows * status.columns)
	board := C.pm_board{cells: cells}
	board.size = C.size_t(unsafe.Sizeof(board))
	board.kinds = (*C.int32_t)(C.malloc(cells * 4))
	board.values = (*C.double)(C.malloc(cells * 8))
	defer C.free(unsafe.Pointer(board.kinds))
	defer C.free(unsafe.Pointer(board.values))
	check(C.pm_game_board(game, &board))
	kinds, values := unsafe.Slice(board.kinds, cells), unsafe.Slice(board.values, cells)
	var lines strings.Builder
	for cell := range kinds {
		if kinds[cell] == C.PM_EMPTY {
			fmt.Fprintf(&lines, "%8s", ".")
		} else {
			fmt.Fprintf(&lines, "%8g", float64(values[cell]))
		}
		if (cell+1)%int(status.columns) == 0 {
			lines.WriteByte('\n')
		}
	}
	fmt.Print(lines.String())
	fmt.Printf("%.0f points in %d moves\n", float64(status.score), uint64(status.moves))
	fmt.Printf("Game code: %d bytes\n", len(text(game, C.PM_GAME_CODE)))
}
