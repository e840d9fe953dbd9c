import { cleanup, fireEvent, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { LazyPicture } from './LazyPicture.js'

afterEach(cleanup)

test('a picture is fetched once it is seen, tells nobody of the page, and shimmers until it is there', () => {
  const picture = (seen: boolean, src = 'https://wallet.example/a.png') => (
    <LazyPicture name="Birch" src={src} seen={seen} />
  )
  const { container, rerender } = render(picture(false))
  const image = () => container.querySelector('img')
  const shimmers = () => container.querySelector('[data-part="skeleton"]') !== null
  expect(image()).toBeNull()
  expect(shimmers()).toBe(true)
  rerender(picture(true))
  expect(image()?.getAttribute('referrerpolicy')).toBe('no-referrer')
  fireEvent.load(image() ?? container)
  expect(shimmers()).toBe(false)
  // Another one in its place isn't there yet, whatever became of the former.
  rerender(picture(true, 'https://wallet.example/b.png'))
  expect(shimmers()).toBe(true)
  fireEvent.error(image() ?? container)
  expect(container.textContent).toBe('B')
  rerender(picture(true, 'https://wallet.example/c.png'))
  expect(image()?.getAttribute('src')).toBe('https://wallet.example/c.png')
})
