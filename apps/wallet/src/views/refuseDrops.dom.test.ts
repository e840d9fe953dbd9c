import { expect, test } from 'vitest'
import { refuseDrops } from './refuseDrops.js'

test.each([
  ['a text', ['text/plain'], true],
  ['a file', ['Files'], false],
])('[F11] %s that is dragged here', (_, types, isRefused) => {
  const place = document.body.appendChild(document.createElement('div'))
  const field = place.appendChild(document.createElement('input'))
  refuseDrops(place)
  const drop = new DragEvent('drop', { bubbles: true, composed: true, cancelable: true })
  Object.defineProperty(drop, 'dataTransfer', { value: { types } })
  field.dispatchEvent(drop)
  expect(drop.defaultPrevented).toBe(isRefused)
  place.remove()
})
