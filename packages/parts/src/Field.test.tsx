import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { Button } from './Button.js'
import { Field, LongField, SearchField } from './Field.js'

afterEach(cleanup)

function Search() {
  const [value, setValue] = useState('')
  return <SearchField label="Search wallets" clearLabel="Clear" value={value} onValueChange={setValue} />
}

test('a search is cleared by its cross, which is there only then, and keeps the focus', () => {
  render(<Search />)
  const field = screen.getByRole('searchbox', { name: 'Search wallets' })
  expect(screen.queryByRole('button')).toBeNull()
  fireEvent.change(field, { target: { value: 'nor' } })
  fireEvent.click(screen.getByRole('button', { name: 'Clear' }))
  expect(field).toHaveProperty('value', '')
  expect(document.activeElement).toBe(field)
  expect(screen.queryByRole('button')).toBeNull()
})

test('a field is read out with what is wrong with it', () => {
  const { rerender } = render(<Field label="Name" value="x" onValueChange={() => {}} hint="Three letters" />)
  const field = screen.getByRole('textbox', { name: 'Name' })
  const note = () => document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent
  expect(note()).toBe('Three letters')
  expect(field.getAttribute('aria-invalid')).toBeNull()
  rerender(<Field label="Name" value="x" onValueChange={() => {}} hint="Three letters" error="Taken" />)
  expect(note()).toBe('Taken')
  expect(field.getAttribute('aria-invalid')).toBe('true')
})

test('Enter in a long line presses the form’s own button, which alone decides whether it is sent', () => {
  const [sent, pressed] = [vi.fn(), vi.fn()]
  const form = ({ takes = true, disabled = false }) => (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        sent()
      }}
    >
      <Button onClick={() => expect.fail('The other button is pressed.')}>Back</Button>
      <LongField label="To" value="0x" onValueChange={() => {}} />
      <Button
        type="submit"
        disabled={disabled}
        onClick={(event) => {
          pressed(event.isTrusted)
          if (!takes) event.preventDefault()
        }}
      >
        Send
      </Button>
    </form>
  )
  const { rerender } = render(form({}))
  const enter = (more: object = {}) => fireEvent.keyDown(screen.getByRole('textbox'), { key: 'Enter', ...more })
  enter()
  expect([sent.mock.calls.length, pressed.mock.calls]).toEqual([1, [[false]]])
  enter({ isComposing: true })
  rerender(form({ takes: false }))
  enter()
  rerender(form({ disabled: true }))
  enter()
  expect([sent.mock.calls.length, pressed.mock.calls.length]).toEqual([1, 2])
})
