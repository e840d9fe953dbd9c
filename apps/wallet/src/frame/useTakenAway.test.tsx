import { cleanup, render } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useTakenAway } from './useTakenAway.js'

let seen: (isIntersecting: boolean, width?: number) => void = () => {}
const onTakenAway = vi.fn()
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(
        report: (entries: readonly Pick<IntersectionObserverEntry, 'isIntersecting' | 'boundingClientRect'>[]) => void,
      ) {
        seen = (isIntersecting, width = 300) =>
          report([{ isIntersecting, boundingClientRect: new DOMRect(0, 0, width, width) }])
      }
      observe() {}
      disconnect() {}
    },
  )
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  onTakenAway.mockReset()
})

function Place({ isShown }: { readonly isShown: boolean }) {
  const place = useRef<HTMLDivElement>(null)
  useTakenAway({ place, isShown, onTakenAway })
  return <div ref={place} />
}

test('what was shown and goes out of sight is answered once, and what comes back while a page is resized is not', () => {
  render(<Place isShown />)
  seen(false) // it hasn't been shown so far
  vi.advanceTimersByTime(10_000)
  seen(true)
  for (let turn = 0; turn < 3; turn += 1) {
    seen(false)
    vi.advanceTimersByTime(300)
    seen(true)
    vi.advanceTimersByTime(300)
  }
  expect(onTakenAway).not.toHaveBeenCalled()
  seen(false)
  seen(false)
  vi.advanceTimersByTime(10_000)
  expect(onTakenAway).toHaveBeenCalledOnce()
})

test('what has its answer already is not answered again', () => {
  const { rerender } = render(<Place isShown />)
  seen(true)
  seen(false)
  rerender(<Place isShown={false} />)
  vi.advanceTimersByTime(10_000)
  expect(onTakenAway).not.toHaveBeenCalled()
})

test('what is hidden is answered at once, before the page around shows it again with the next request', () => {
  render(<Place isShown />)
  seen(false, 0) // as every frame begins
  seen(true)
  expect(onTakenAway).not.toHaveBeenCalled()
  seen(false, 0)
  expect(onTakenAway).toHaveBeenCalledOnce()
})
