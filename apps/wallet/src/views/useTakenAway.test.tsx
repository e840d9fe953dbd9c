import { cleanup, render } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useTakenAway } from './useTakenAway.js'

let seen: (isIntersecting: boolean) => void = () => {}
const onTakenAway = vi.fn()
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(report: (entries: readonly { readonly isIntersecting: boolean }[]) => void) {
        seen = (isIntersecting) => report([{ isIntersecting }])
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
