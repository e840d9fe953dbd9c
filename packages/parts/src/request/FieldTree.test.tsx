import { cleanup, render, screen, within } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { FieldTree } from './FieldTree.js'

afterEach(cleanup)

const allOf = (count: number) => `All ${count} letters`
const fields = [
  { name: 'Domain', fields: [{ name: 'name', value: 'Post' }] },
  {
    name: 'Message',
    fields: [
      { name: 'to', fields: [{ name: '1', value: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', isCode: true }] },
      { name: 'contents', value: `${'🙂'.repeat(240)}!` },
      { name: 'contents', value: '' },
    ],
  },
]

test('[F13] the data is a region with a name that the keyboard reaches and scrolls', () => {
  render(<FieldTree label="What is signed" fields={fields} allOf={allOf} />)
  const region = screen.getByRole('region', { name: 'What is signed' })
  region.focus()
  expect(document.activeElement).toBe(region)
})

test('[F13] a structure is a list below its name, and an address is shown letter by letter', () => {
  render(<FieldTree label="What is signed" fields={fields} allOf={allOf} />)
  const [whole] = screen.getAllByRole('list')
  expect([...(whole?.children ?? [])].map((item) => item.firstElementChild?.textContent)).toEqual(['Domain', 'Message'])
  const [domain, message] = within(screen.getByRole('region')).getAllByRole('list').slice(1)
  expect(domain?.textContent).toBe('name Post')
  const [to] = message ? within(message).getAllByRole('list') : []
  expect(to?.querySelector('[data-code]')?.textContent).toBe('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')
})

test('[F14] a long value is folded to its beginning, which says how long the whole is, and holds the whole', () => {
  const { container } = render(<FieldTree label="What is signed" fields={fields} allOf={allOf} />)
  const [folded, more] = container.querySelectorAll('details')
  expect(more).toBeUndefined()
  expect(folded?.open).toBe(false)
  expect(folded?.querySelector('summary')?.textContent).toBe(`${'🙂'.repeat(80)}… All 241 letters`)
  expect(folded?.lastElementChild?.textContent).toBe(`${'🙂'.repeat(240)}!`)
})

test('[F14] without a label that unfolds it, a long value is shown whole', () => {
  const { container } = render(<FieldTree label="What is signed" fields={fields} />)
  expect(container.querySelector('details')).toBeNull()
  expect(container.textContent).toContain(`${'🙂'.repeat(240)}!`)
})

test('[F14] names and values stand each by itself, as text', () => {
  const hostile = [{ name: '<b>to</b>', value: '</section><script>' }]
  const html = renderToString(<FieldTree label="What is signed" fields={hostile} allOf={allOf} />)
  expect(html).toContain('<bdi class="field-name">&lt;b&gt;to&lt;/b&gt;</bdi>')
  expect(html).toContain('<bdi class="field-value">&lt;/section&gt;&lt;script&gt;</bdi>')
})
