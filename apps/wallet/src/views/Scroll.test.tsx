import { act, cleanup, render } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Scroll } from './Scroll.js'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

test('what scrolls is reached by the keyboard, and what doesn’t is no stop on its way', () => {
  const height = vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(400)
  const shown = vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(400)
  const { container, rerender } = render(<Scroll>short</Scroll>)
  const tabIndex = () => container.querySelector('.scroll')?.getAttribute('tabindex') ?? null
  expect(tabIndex()).toBe(null)
  height.mockReturnValue(900)
  rerender(<Scroll>long</Scroll>)
  expect(tabIndex()).toBe('0')
  shown.mockReturnValue(900)
  act(() => void window.dispatchEvent(new Event('resize')))
  expect(tabIndex()).toBe(null)
})
