import { cleanup, fireEvent, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { NetworkImage } from './NetworkImage.js'
import { WalletImage } from './WalletImage.js'

afterEach(cleanup)

const picture = 'https://wallet.example/icon.png'

test('shows a wallet’s own picture', () => {
  const { container } = render(<WalletImage name="Northwind" src={picture} />)
  expect(container.querySelector('img')?.getAttribute('src')).toBe(picture)
  expect(container.querySelector('img')?.getAttribute('alt')).toBe('') // the name stands beside it
})

test.each([
  ['none', undefined],
  ['a script', 'javascript:alert(1)'],
  ['nonsense', 'not a picture'],
  ['a page', 'data:text/html,<b>'],
])('shows the initial where the picture is %s', (_what, src) => {
  const { container } = render(<WalletImage name="northwind" src={src} />)
  expect(container.querySelector('img')).toBeNull()
  expect(container.querySelector('text')?.textContent).toBe('N')
})

test('shows the initial when the picture doesn’t load, and tries another picture again', () => {
  for (const Image of [WalletImage, NetworkImage]) {
    const { container, rerender } = render(<Image name="Base" src={picture} />)
    const image = container.querySelector('img')
    if (image) fireEvent.error(image)
    const initial = container.querySelector('text')?.textContent ?? container.querySelector('span')?.dataset.initial
    expect(initial).toBe('B')
    rerender(<Image name="Base" src="https://wallet.example/other.png" />)
    expect(container.querySelector('img')).not.toBeNull()
  }
})
