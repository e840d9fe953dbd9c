import { expect, test } from 'vitest'
import { inParts, part } from './inParts.js'

test('[F18] 800 are read in parallel, no more than a part at once, in their order; others have their turn between the parts', async () => {
  const state = { reading: 0, most: 0, turns: 0, isOver: false }
  const turn = () => {
    state.turns += 1
    if (!state.isOver) setTimeout(turn)
  }
  setTimeout(turn)
  const items = Array.from({ length: 800 }, (_, index) => index)
  const read = await inParts(items, async (item) => {
    state.reading += 1
    state.most = Math.max(state.most, state.reading)
    await Promise.resolve()
    state.reading -= 1
    return 2 * item
  })
  state.isOver = true
  expect(read).toEqual(items.map((item) => 2 * item))
  expect(state.most).toBe(part)
  expect(state.turns).toBeGreaterThanOrEqual(800 / part - 2)
  expect(await inParts([], async () => 1)).toEqual([])
})
