import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { FormEvent } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { Button } from './Button.js'
import { IconButton } from './IconButton.js'
import { XIcon } from './icons/icons.js'
import { Link } from './Link.js'
import { Row } from './Row.js'

afterEach(cleanup)

test('a busy button keeps its words, and so its width, keeps the focus, and takes no press', () => {
  const onClick = vi.fn()
  const onSubmit = vi.fn((event: FormEvent) => event.preventDefault())
  const { rerender } = render(
    <form onSubmit={onSubmit}>
      <Button type="submit" onClick={onClick}>
        Send
      </Button>
    </form>,
  )
  const button = screen.getByRole('button', { name: 'Send' })
  button.focus()
  rerender(
    <form onSubmit={onSubmit}>
      <Button type="submit" busy onClick={onClick}>
        Send
      </Button>
    </form>,
  )
  fireEvent.click(button)
  expect(onClick).not.toHaveBeenCalled()
  expect(onSubmit).not.toHaveBeenCalled()
  expect(document.activeElement).toBe(button)
  expect(button.getAttribute('aria-busy')).toBe('true')
  expect(screen.getByRole('button', { name: 'Send' }).querySelector('[data-part=spinner]')).not.toBeNull()
})

test('states are attributes for our sheet and part names for the host’s', () => {
  render(
    <Button variant="danger" busy partName="disconnect">
      Disconnect
    </Button>,
  )
  const button = screen.getByRole('button')
  expect(button.dataset).toMatchObject({ part: 'button', variant: 'danger', busy: '' })
  expect(button.getAttribute('part')?.split(' ')).toEqual([
    'button',
    'button-danger',
    'button-md',
    'button-busy',
    'disconnect',
  ])
})

test('a caller gives the element attributes of its own', () => {
  render(<IconButton label="Close" icon={<XIcon />} data-wallet="one" />)
  expect(screen.getByRole('button', { name: 'Close' }).dataset.wallet).toBe('one')
})

test('a button submits only with type="submit"', () => {
  render(<Button>Go</Button>)
  expect(screen.getByRole('button').getAttribute('type')).toBe('button')
})

test('[F29] a link leads to web pages, mail and paths only; a new tab gets no opener, and is announced', () => {
  const { rerender } = render(
    <Link href="https://wallet.example" newTabHint="(new tab)">
      Site
    </Link>,
  )
  const link = screen.getByRole('link', { name: /^Site\s*\(new tab\)$/ })
  expect(link.getAttribute('rel')).toContain('noopener')
  expect(link.getAttribute('target')).toBe('_blank')
  rerender(<Link href={'javascript'.concat(':alert(1)')}>Site</Link>)
  expect(screen.queryByRole('link')).toBeNull()
})

test('a row says what is selected and under way, and takes no press meanwhile', () => {
  const onClick = vi.fn()
  const { rerender } = render(<Row label="Northwind" sublabel="0x12…cdef" selected onClick={onClick} />)
  const row = screen.getByRole('button', { name: /Northwind/ })
  expect(row.getAttribute('aria-current')).toBe('true')
  fireEvent.click(row)
  rerender(<Row label="Northwind" busy onClick={onClick} />)
  fireEvent.click(row)
  expect(onClick).toHaveBeenCalledOnce()
  expect(row.getAttribute('part')).toBe('row row-busy')
})

test('a long label has its whole text at hand', () => {
  render(<Row label="A name that won’t fit" />)
  expect(screen.getByTitle('A name that won’t fit').textContent).toBe('A name that won’t fit')
})
