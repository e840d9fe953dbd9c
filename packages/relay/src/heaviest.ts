/** Which of many has most, whose amounts change all the time. */
export interface Heaviest {
  /**
   * Notes how much a name has from now on.
   * @param change.of - how many names there are
   */
  note(change: Noted & { readonly of: number }): void
  /** The one who has most; undefined where there is none. */
  most(): Noted | undefined
}

export interface Noted {
  readonly name: string
  readonly amount: number
}

/** So many notes that hold no longer are kept for each that does, and a few more. */
const keptFor = { one: 3, all: 64 }

/**
 * A heap of notes: one that holds no longer stays until it is on top, or until there are too many of them. So a change costs as little among
 * 100,000 as looking who has most does.
 * @param options.amountOf - how much a name has now
 */
export function createHeaviest({ amountOf }: { amountOf: (name: string) => number | undefined }): Heaviest {
  let heap: Noted[] = []
  const holds = ({ name, amount }: Noted) => amountOf(name) === amount
  return {
    note({ name, amount, of }) {
      if (amount > 0) push(heap, { name, amount })
      if (heap.length <= of * keptFor.one + keptFor.all) return
      const names = new Set(heap.filter(holds).map((each) => each.name))
      heap = []
      for (const each of names) push(heap, { name: each, amount: amountOf(each) ?? 0 })
    },
    most() {
      while (heap[0] !== undefined && !holds(heap[0])) pop(heap)
      return heap[0]
    },
  }
}

function push(heap: Noted[], noted: Noted): void {
  let at = heap.length
  while (at > 0) {
    const above = Math.floor((at - 1) / 2)
    const parent = heap[above]
    if (parent === undefined || parent.amount >= noted.amount) break
    heap[at] = parent
    at = above
  }
  heap[at] = noted
}

/** Takes the top away. */
function pop(heap: Noted[]): void {
  const last = heap.pop()
  if (last === undefined || heap.length === 0) return
  let at = 0
  for (;;) {
    const [left, right] = [2 * at + 1, 2 * at + 2]
    const isRight = (heap[right]?.amount ?? -1) > (heap[left]?.amount ?? -1)
    const below = isRight ? right : left
    const child = heap[below]
    if (child === undefined || child.amount <= last.amount) break
    heap[at] = child
    at = below
  }
  heap[at] = last
}
