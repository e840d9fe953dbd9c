import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Move } from './Move.js'

afterEach(cleanup)

test('moving away is folded, and loaded once it is opened', async () => {
  const { container } = render(<Move />)
  const fold = container.querySelector('details') ?? expect.fail()
  expect([fold.open, container.querySelector('ol')]).toEqual([false, null])
  fold.open = true
  expect(await screen.findByLabelText('Address of the other wallet’s page')).toBeTruthy()
  expect(container.querySelectorAll('ol li')).toHaveLength(3)
})
