import { encodeBytes, randomBytes } from '@foyer/custody/bytes'
import { printPaper } from '@foyer/login/paper'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Arms } from '../arming/ArmedButton.js'
import type { Armed } from '../arming/useArming.js'
import { AllArmed } from '../test/armed.js'
import { PaperField } from './PaperField.js'

afterEach(cleanup)

/** Takes what the visitor presses, as the real one does at its best. */
const useTrusting = (): Armed => ({ status: 'armed', takes: ({ isTrusted }) => isTrusted })

test('a paper is sent by a press that its button takes: Enter in the field, also of what was dropped there, isn’t one that passes it by', async () => {
  const onPaper = vi.fn()
  const part = randomBytes(32)
  const typed = (await printPaper(part)).join(' ')
  const field = <PaperField isBusy={false} failure="" onPaper={onPaper} onLeft={() => {}} />
  const type = () => {
    const box = screen.getByRole('textbox', { name: 'The letters on your paper' })
    fireEvent.change(box, { target: { value: typed } })
    return box
  }
  const settled = () => new Promise((resolve) => setTimeout(resolve, 50))
  const { unmount } = render(<Arms value={useTrusting}>{field}</Arms>)
  fireEvent.keyDown(type(), { key: 'Enter' })
  await settled()
  expect(onPaper).not.toHaveBeenCalled()
  unmount()
  render(<AllArmed>{field}</AllArmed>)
  type()
  fireEvent.click(screen.getByRole('button', { name: 'Open' }))
  await expect.poll(() => onPaper.mock.calls.length).toBe(1)
  expect(encodeBytes(onPaper.mock.calls[0]?.[0])).toBe(encodeBytes(part))
})
