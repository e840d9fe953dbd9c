import type { ReactNode } from 'react'
import { ChevronDownIcon } from './icons/viewIcons.js'
import { type ButtonAttributes, part } from './part.js'
import { VisuallyHidden } from './VisuallyHidden.js'

export interface ChipProps extends ButtonAttributes {
  label: string
  /** Read by assistive technology in the label's place; it holds the label's words. */
  accessibleName?: string | undefined
  image?: ReactNode | undefined
  /** Says that a press offers a choice. */
  chevron?: boolean | undefined
  partName?: string | undefined
}

/** A small choice, such as the network in the header. */
export function Chip(props: ChipProps): ReactNode {
  const { label, accessibleName, image, chevron = false, partName, type = 'button', ...rest } = props
  return (
    <button {...rest} {...part({ name: 'chip', states: { disabled: rest.disabled }, also: partName })} type={type}>
      {image}
      <span
        {...part({ name: 'chip-label' })}
        dir="auto"
        title={label}
        aria-hidden={accessibleName === undefined ? undefined : true}
      >
        {label}
      </span>
      {accessibleName === undefined ? null : <VisuallyHidden>{accessibleName}</VisuallyHidden>}
      {chevron ? <ChevronDownIcon /> : null}
    </button>
  )
}
