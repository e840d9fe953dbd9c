import { cleanup, render } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, expect, test } from 'vitest'
import { useNamedPart } from './useNamedPart.js'

const shown: string[] = []
const { scrollIntoView } = Element.prototype
afterEach(() => {
  cleanup()
  shown.length = 0
  window.location.hash = ''
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

test('the part that the address names is brought into sight, at first and when it names another; none where it names none', async () => {
  Element.prototype.scrollIntoView = function scrolled(this: Element) {
    shown.push(this.id)
  }
  window.location.hash = '#devices'
  const { unmount } = render(<Page />)
  expect(shown).toEqual(['devices'])
  window.location.hash = '#security'
  await expect.poll(() => shown).toEqual(['devices', 'security'])
  for (const name of ['#"]', '#%', '#nowhere']) {
    window.location.hash = name
    window.dispatchEvent(new Event('hashchange'))
  }
  expect(shown).toEqual(['devices', 'security'])
  unmount()
  window.location.hash = '#devices'
  window.dispatchEvent(new Event('hashchange'))
  expect(shown).toEqual(['devices', 'security'])
})
