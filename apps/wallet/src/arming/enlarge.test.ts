import { expect, test } from 'vitest'
import { enlarge, type GrowingWindow } from './enlarge.js'

function grown(inner: readonly [number, number], outer: readonly [number, number], isTab = false) {
  const asked: (readonly [number, number])[] = []
  const window: GrowingWindow = {
    ...{ innerWidth: inner[0], innerHeight: inner[1], outerWidth: outer[0], outerHeight: outer[1] },
    menubar: { visible: isTab },
    resizeTo: (width, height) => asked.push([width, height]),
  }
  enlarge(window)
  return asked
}

test('[F11] a window that was opened too small grows to 320 × 480 of its own pixels, whatever is around it and its zoom', () => {
  expect(grown([160, 240], [160, 240])).toEqual([[320, 480]])
  // Twice as large a page, in a frame: what is measured outside grows as what is inside does.
  expect(grown([200, 300], [400, 680])).toEqual([[640, 1_088]])
  expect(grown([400, 240], [400, 300])).toEqual([[400, 600]])
})

test('a tab, and a window that isn’t drawn, stay as they are', () => {
  expect([grown([160, 240], [160, 240], true), grown([0, 0], [160, 240])]).toEqual([[], []])
})
