import { expect, test } from 'vitest'
import { refuseDrops } from './refuseDrops.js'

test.each([
  ['a text, or a picture with one,', 'text', true],
  ['a file, where one is asked for,', 'file', false],
])('[F11] %s that is dragged here', (_, type, isRefused) => {
  const place = document.body.appendChild(document.createElement('div'))
  const field = place.appendChild(Object.assign(document.createElement('input'), { type }))
  refuseDrops(place)
  const drop = new DragEvent('drop', { bubbles: true, composed: true, cancelable: true })
  Object.defineProperty(drop, 'dataTransfer', { value: { types: ['Files', 'text/plain'] } })
  field.dispatchEvent(drop)
  expect(drop.defaultPrevented).toBe(isRefused)
  place.remove()
})
