import { afterEach, expect, test, vi } from 'vitest'
import { watchPage } from './platform.js'

afterEach(() => vi.unstubAllGlobals())

test('tells whether the page is out of sight by whatever says so, until it is stopped', () => {
  const [document, window] = [Object.assign(new EventTarget(), { hidden: false }), new EventTarget()]
  vi.stubGlobal('document', document)
  vi.stubGlobal('window', window)
  const heard: boolean[] = []
  const stop = watchPage((isHidden) => heard.push(isHidden))
  const say = (hidden: boolean) => {
    document.hidden = hidden
    document.dispatchEvent(new Event('visibilitychange'))
  }
  say(true)
  say(false)
  for (const event of ['pageshow', 'focus', 'blur']) window.dispatchEvent(new Event(event))
  expect(heard).toEqual([true, false, false, false])
  stop()
  say(true)
  for (const event of ['pageshow', 'focus']) window.dispatchEvent(new Event(event))
  expect(heard).toHaveLength(4)
})

test('where there is no page there is nothing to tell', () => {
  expect(watchPage(() => {})).not.toThrow()
})
