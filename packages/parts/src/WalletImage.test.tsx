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
  const { container, rerender } = render(<NetworkImage name="Base" src={picture} />)
  const image = container.querySelector('img')
  if (image) fireEvent.error(image)
  expect(container.querySelector('text')?.textContent).toBe('B')
  rerender(<NetworkImage name="Base" src="https://wallet.example/other.png" />)
  expect(container.querySelector('img')).not.toBeNull()
})

test('a tile’s colour follows the name, and its letter may be of any script', () => {
  const tile = (name: string) => {
    const { container } = render(<WalletImage name={name} />)
    return {
      fill: container.querySelector('rect')?.getAttribute('fill'),
      letter: container.querySelector('text')?.textContent,
    }
  }
  expect(tile('Halyard')).toEqual(tile('Halyard'))
  expect(tile('Halyard').fill).not.toBe(tile('Northwind').fill)
  expect(['ωmega', ' «кит»', '🦊', '𠮷野'].map((name) => tile(name).letter)).toEqual(['Ω', 'К', '?', '𠮷'])
})
