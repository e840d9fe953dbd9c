import { cleanup, render } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, expect, test } from 'vitest'
import { useNamedPart } from './useNamedPart.js'

const shown: string[] = []
const { scrollIntoView } = Element.prototype
afterEach(() => {
  cleanup()
  shown.length = 0
  // A file that comes after it in the same page finds the address as it was.
  window.history.replaceState(null, '', window.location.pathname)
  Element.prototype.scrollIntoView = scrollIntoView
})

function Page() {
  const page = useRef<HTMLDivElement>(null)
  useNamedPart(page)
  return (
    <div ref={page}>
      <h2 id="security">Security</h2>
      <h2 id="devices">Signed in on</h2>
      <details>
        <summary>
          <h2 id="move">Move</h2>
        </summary>
      </details>
    </div>
  )
}

test.each([
  ['#devices', ['devices']],
  ['#security', ['security']],
  ['#move', ['move']],
  ['#"]', []],
  ['#%', []],
  ['', []],
])('of an address with “%s” this is brought into sight: %j', (hash, names) => {
  Element.prototype.scrollIntoView = function scrolled(this: Element) {
    shown.push(this.id)
  }
  window.history.replaceState(null, '', hash)
  render(<Page />)
  expect(shown).toEqual(names)
  expect(document.querySelector('details')?.open).toBe(hash === '#move')
})
