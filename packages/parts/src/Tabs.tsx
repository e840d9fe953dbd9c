import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { part } from './part.js'

export interface Tab<Id extends string> {
  readonly id: Id
  readonly label: string
}

export interface TabsProps<Id extends string> {
  /** The accessible name of the tabs: what they choose between. */
  label: string
  tabs: readonly Tab<Id>[]
  selected: Id
  onSelect: (id: Id) => void
  /** The content of the selected tab. */
  children?: ReactNode | undefined
}

/** A choice of one of a few panels; the arrow keys move along the reading direction, Home and End to the ends. */
export function Tabs<Id extends string>({ label, tabs, selected, onSelect, children }: TabsProps<Id>): ReactNode {
  const id = useId()
  const buttons = useRef(new Map<Id, HTMLButtonElement>())
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const target = tabs[nextIndex({ event, from: tabs.findIndex((tab) => tab.id === selected), count: tabs.length })]
    if (!target) return
    event.preventDefault()
    onSelect(target.id)
    buttons.current.get(target.id)?.focus()
  }
  return (
    <>
      <div role="tablist" aria-label={label} onKeyDown={onKeyDown} data-look="dim" {...part({ name: 'tabs' })}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            ref={(node) => {
              if (node) buttons.current.set(tab.id, node)
              else buttons.current.delete(tab.id)
            }}
            type="button"
            role="tab"
            id={`${id}-${tab.id}`}
            aria-selected={tab.id === selected}
            aria-controls={children === undefined ? undefined : `${id}-panel`}
            tabIndex={tab.id === selected ? 0 : -1}
            onClick={() => onSelect(tab.id)}
            {...part({ name: 'tab', states: { selected: tab.id === selected, tab: tab.id } })}
          >
            {tab.label}
          </button>
        ))}
      </div>
      {children === undefined ? null : (
        <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${selected}`} {...part({ name: 'tab-panel' })}>
          {children}
        </div>
      )}
    </>
  )
}

/** The tab that a key leads to, or -1 for a key that leads nowhere. Without an end: after the last comes the first. */
function nextIndex({ event, from, count }: { event: KeyboardEvent<HTMLElement>; from: number; count: number }): number {
  const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
  switch (event.key) {
    case 'Home':
      return 0
    case 'End':
      return count - 1
    case 'ArrowLeft':
    case 'ArrowRight':
      return (from + (event.key === forward ? 1 : -1) + count) % count
    default:
      return -1
  }
}
