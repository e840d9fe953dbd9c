import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Button } from '../Button.js'
import { Field } from '../Field.js'

export interface LimitFieldProps {
  /** The limit that is offered, in sentences. */
  readonly limit: { readonly label: string; readonly unit: string; readonly usual: string }
  /** The names of the two choices. */
  readonly unlimited: string
  readonly only: string
  readonly isAmount: (text: string) => boolean
  /** The name of the button, and what is said of a text that is no amount. */
  readonly set: string
  readonly wrong: string
  /** The visitor would rather have a limit, or takes that back. */
  readonly onChoose: (isLimited: boolean) => void
  readonly onLimit: (amount: string) => void
}

/** In the place of an allowance without a limit, one: the request that it makes is shown, and approved, for itself. */
export function LimitField(props: LimitFieldProps): ReactNode {
  const { limit, unlimited, only, onChoose } = props
  const [isLimited, setLimited] = useState(false)
  const name = useId()
  const choose = (chosen: boolean) => {
    setLimited(chosen)
    onChoose(chosen)
  }
  return (
    <div className="limit" data-part="limit">
      <div className="segments" role="radiogroup" aria-label={limit.label}>
        {[false, true].map((chosen) => (
          <label key={`${chosen}`} className="segment">
            <input type="radio" name={name} checked={isLimited === chosen} onChange={() => choose(chosen)} />
            <span>{chosen ? only : unlimited}</span>
          </label>
        ))}
      </div>
      {isLimited ? <Amount {...props} /> : null}
    </div>
  )
}

function Amount({ limit: { label, unit, usual }, isAmount, set, wrong, onLimit }: LimitFieldProps): ReactNode {
  const [text, setText] = useState(usual)
  const [isWrong, setWrong] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  // What was asked for is seen whole, clear of what stands at the end.
  useEffect(() => {
    form.current?.scrollIntoView?.({ block: 'nearest' })
  }, [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // Scripts submit forms too.
    if (!event.nativeEvent.isTrusted) return
    if (isAmount(text)) onLimit(text)
    else setWrong(true)
  }
  return (
    <form ref={form} className="limit-form" noValidate onSubmit={submit}>
      <Field
        label={label}
        value={text}
        onValueChange={(typed) => {
          setText(typed)
          setWrong(false)
        }}
        error={isWrong ? wrong : undefined}
        trailing={<bdi>{unit}</bdi>}
        inputMode="decimal"
        autoComplete="off"
        spellCheck={false}
      />
      <Button type="submit">{set}</Button>
    </form>
  )
}
