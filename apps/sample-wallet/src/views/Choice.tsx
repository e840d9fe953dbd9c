import { CheckIcon } from '@foyer/parts'
import type { ReactNode } from 'react'

export interface ChoiceProps {
  readonly label: string
  readonly sublabel?: string | undefined
  readonly image: ReactNode
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
}

/** One checkbox of several. */
export function Choice({ label, sublabel, image, isOn, onChange }: ChoiceProps): ReactNode {
  return (
    <label className="choice" data-on={isOn || undefined}>
      <input type="checkbox" checked={isOn} onChange={(event) => onChange(event.currentTarget.checked)} />
      {image}
      <span className="choice-text">
        <bdi>{label}</bdi>
        {sublabel === undefined ? null : <small>{sublabel}</small>}
      </span>
      <span className="choice-mark" aria-hidden="true">
        {isOn ? <CheckIcon /> : null}
      </span>
    </label>
  )
}
