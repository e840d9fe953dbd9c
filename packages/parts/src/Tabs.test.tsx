import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { Tabs } from './Tabs.js'

afterEach(cleanup)

const tabs = [
  { id: 'tokens', label: 'Tokens' },
  { id: 'nfts', label: 'NFTs' },
  { id: 'activity', label: 'Activity' },
] as const

function Fixture() {
  const [selected, setSelected] = useState<(typeof tabs)[number]['id']>('tokens')
  return (
    <Tabs label="Holdings" tabs={tabs} selected={selected} onSelect={setSelected}>
      <p>{selected}</p>
    </Tabs>
  )
}

const selected = () => screen.getByRole('tab', { selected: true })
const press = (key: string) => fireEvent.keyDown(selected(), { key })

test('the arrow keys go round, Home and End to the ends, and the focus follows', () => {
  render(<Fixture />)
  const way = ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowLeft', 'Home', 'End'].map((key) => {
    press(key)
    expect(document.activeElement).toBe(selected())
    return selected().textContent
  })
  expect(way).toEqual(['NFTs', 'Activity', 'Tokens', 'Activity', 'Tokens', 'Activity'])
})

test('from right to left the arrows swap', () => {
  render(<Fixture />)
  screen.getByRole('tablist').style.direction = 'rtl'
  press('ArrowLeft')
  expect(selected().textContent).toBe('NFTs')
})

test('one tab is in the order of Tab, and the panel is named by it', () => {
  render(<Fixture />)
  expect(screen.getAllByRole('tab').map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1])
  fireEvent.click(screen.getByRole('tab', { name: 'NFTs' }))
  expect(screen.getByRole('tabpanel', { name: 'NFTs' }).textContent).toBe('nfts')
  expect(screen.getByRole('tab', { name: 'NFTs' }).getAttribute('aria-controls')).toBe(screen.getByRole('tabpanel').id)
})
