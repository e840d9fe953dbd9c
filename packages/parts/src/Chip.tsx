import { forwardRef, type ReactNode } from 'react'
import { ChevronDownIcon } from './icons/viewIcons.js'
import { type ButtonAttributes, part, type WithRef } from './part.js'
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
export const Chip: WithRef<ChipProps, HTMLButtonElement> = /* @__PURE__ */ forwardRef<HTMLButtonElement, ChipProps>(
  function Chip({ label, accessibleName, image, chevron = false, partName, type = 'button', ...rest }, ref) {
    return (
      <button
        {...rest}
        {...part({ name: 'chip', states: { disabled: rest.disabled }, also: partName })}
        ref={ref}
        type={type}
      >
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
  },
)
