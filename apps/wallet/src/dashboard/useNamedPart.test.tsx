import { cleanup, render } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, expect, test } from 'vitest'
import { useNamedPart } from './useNamedPart.js'

const shown: string[] = []
const { scrollIntoView } = Element.prototype
afterEach(() => {
  cleanup()
  shown.length = 0
  window.history.replaceState(null, '', '#')
  Element.prototype.scrollIntoView = scrollIntoView
})

function Page() {
  const page = useRef<HTMLDivElement>(null)
  useNamedPart(page)
  return (
    <div ref={page}>
      <h2 id="security">Security</h2>
      <h2 id="devices">Signed in on</h2>
    </div>
  )
}

const go = (hash: string) => {
  window.history.replaceState(null, '', hash)
  window.dispatchEvent(new Event('hashchange'))
}

test('the part that the address names is brought into sight, at first and when it names another; none where it names none', () => {
  Element.prototype.scrollIntoView = function scrolled(this: Element) {
    shown.push(this.id)
  }
  go('#devices')
  const { unmount } = render(<Page />)
  expect(shown).toEqual(['devices'])
  go('#security')
  for (const name of ['#"]', '#%', '#nowhere']) go(name)
  expect(shown).toEqual(['devices', 'security'])
  unmount()
  go('#devices')
  expect(shown).toEqual(['devices', 'security'])
})
