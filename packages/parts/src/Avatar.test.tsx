import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Avatar } from './Avatar.js'
import { avatarColours } from './AvatarLights.js'

afterEach(cleanup)

const address = '0xaE2fc483527B8EF99EB5D9B44875F005ba1FaE13'

test('an account’s colours are its address’s, however that is cased', () => {
  expect(avatarColours(address)).toEqual(avatarColours(address.toLowerCase()))
  expect(avatarColours(address)).not.toEqual(avatarColours(address.replace('a', 'b')))
  expect(avatarColours('Ada')).not.toEqual(avatarColours('ada')) // other families' addresses mean their case
})

test('neighbouring addresses differ visibly', () => {
  const grounds = new Set(Array.from({ length: 40 }, (_, index) => avatarColours(`0x${index.toString(16)}`).ground))
  expect(grounds.size).toBeGreaterThan(34)
})

test('it’s drawn without a style, so that a strict content policy lets a server draw it', () => {
  const { container } = render(<Avatar address={address} />)
  expect(container.querySelector('[style],style')).toBeNull()
  expect(container.querySelectorAll('circle')).toHaveLength(3)
})

test('each one on a page has its own lights', () => {
  const { container } = render(
    <>
      <Avatar address={address} />
      <Avatar address="0x1" />
    </>,
  )
  const ids = [...container.querySelectorAll('radialGradient')].map(({ id }) => id)
  expect(new Set(ids).size).toBe(6)
  for (const circle of container.querySelectorAll('circle')) {
    expect(ids).toContain(circle.getAttribute('fill')?.slice(5, -1))
  }
})

test('an account’s own picture is preferred, if it’s a picture', () => {
  const { container, rerender } = render(<Avatar address={address} src="https://names.example/ada.png" />)
  expect(container.querySelector('img')).not.toBeNull()
  rerender(<Avatar address={address} src="javascript:alert(1)" />)
  expect(container.querySelector('img')).toBeNull()
})
