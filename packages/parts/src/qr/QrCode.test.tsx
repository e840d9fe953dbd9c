import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { WalletImage } from '../WalletImage.js'
import { QrCode } from './QrCode.js'

afterEach(cleanup)

const uri = `wc:${'7f'.repeat(32)}@2?relay-protocol=irn&symKey=${'58'.repeat(32)}`

test('a screen reader announces what it is, and its text stands nowhere but in the drawing', () => {
  const { container } = render(<QrCode text={uri} label="QR code that connects a wallet" />)
  expect(screen.getByRole('img', { name: 'QR code that connects a wallet' })).toBeTruthy()
  for (const secret of [uri, '7f'.repeat(32), '58'.repeat(32), encodeURIComponent(uri)])
    expect(container.innerHTML).not.toContain(secret)
})

test('before it’s there, a screen reader announces nothing of it', () => {
  render(<QrCode text={undefined} label="QR code" logo={<WalletImage name="Northwind" />} />)
  expect(screen.queryByRole('img')).toBeNull()
})

test('another text is another drawing in the same place', () => {
  const { container, rerender } = render(<QrCode text={uri} label="QR code" />)
  const place = container.querySelector('[data-part="qr-code"]')
  const before = container.querySelector('path')?.getAttribute('d')
  rerender(<QrCode text={`${uri}&methods=wc_sessionPropose`} label="QR code" />)
  expect(container.querySelector('[data-part="qr-code"]')).toBe(place)
  expect(container.querySelector('path')?.getAttribute('d')).not.toBe(before)
})
