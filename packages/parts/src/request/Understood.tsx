import type { ReactNode } from 'react'

/** The separate step of a request whose effect can't be read from its data [F13]. */
export function Understood({
  label,
  isOn,
  onChange,
}: {
  readonly label: string
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
}): ReactNode {
  return (
    <label className="understood">
      <input type="checkbox" checked={isOn} onChange={(event) => onChange(event.currentTarget.checked)} />
      <span>{label}</span>
    </label>
  )
}
