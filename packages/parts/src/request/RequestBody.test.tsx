import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Headline } from './Headline.js'
import { RequestBody, type RequestBodyProps } from './RequestBody.js'

afterEach(cleanup)

const fact = { label: 'To', value: '0x70', isCode: true }
const shown = {
  sums: [
    { label: 'You give', value: '1 ETH', way: 'out' },
    { label: 'You get', value: '5 DUSD', way: 'in' },
  ],
  facts: [fact],
  folded: { label: 'Details and data', facts: [{ label: 'From', value: '0x71' }], hasData: true },
  content: { label: 'Data, 4 bytes', text: '0x12345678', isCode: true },
} as const
const draw = (more: Partial<RequestBodyProps['shown']> = {}) =>
  render(<RequestBody shown={{ ...shown, ...more }} allOf={(count) => `All ${count}`} />).container

test('sums stand apart from the facts, with their direction', () => {
  const container = draw()
  const [sums, facts] = container.querySelectorAll('dl')
  expect([...(sums?.children ?? [])].map((row) => [row.textContent, row.getAttribute('data-way')])).toEqual([
    ['You give1 ETH', 'out'],
    ['You get5 DUSD', 'in'],
  ])
  expect(facts?.textContent).toBe('To0x70')
})

test('data that words have said is folded, with the facts that few ask for', () => {
  const container = draw()
  const fold = container.querySelector('details') ?? expect.fail()
  expect(fold.open).toBe(false)
  expect(fold.querySelector('summary')?.textContent).toBe('Details and data')
  expect(within(fold).getByText('0x12345678')).toBeDefined()
  expect(within(fold).getByText('0x71')).toBeDefined()
})

test('other data stands before the facts; without anything to fold there is no fold', () => {
  const container = draw({ folded: { label: 'Details', facts: [], hasData: false } })
  expect(container.querySelector('details')).toBeNull()
  const [data, facts] = [screen.getByRole('region', { name: 'Data, 4 bytes' }), screen.getByText('To')]
  expect(data.compareDocumentPosition(facts)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

test('[F14] a headline’s values stand each by itself, as text, whole in their title where they are short', () => {
  const parts = [
    { text: 'You give ' },
    { text: '1.000001 ETH', isValue: true, tone: 'gives', exact: '1.0000001 ETH' },
    { text: ' to ' },
    { text: '<b>\u05d0', isValue: true },
    { text: '.' },
  ] as const
  const { container } = render(<Headline parts={parts} />)
  expect(container.textContent).toBe('You give 1.000001 ETH to <b>\u05d0.')
  const values = [...container.querySelectorAll('bdi')].map((each) => [each.textContent, each.title])
  expect(values).toEqual([
    ['1.000001 ETH', '1.0000001 ETH'],
    ['<b>\u05d0', ''],
  ])
})
