import { type FormEvent, type ReactNode, useState } from 'react'
import { Button } from '../Button.js'
import { Field } from '../Field.js'

export interface LimitFieldProps {
  /** What is offered, in sentences. */
  readonly limit: { readonly label: string; readonly unit: string; readonly usual: string }
  readonly isAmount: (text: string) => boolean
  /** What names the button, and what is said of a text that is no amount. */
  readonly set: string
  readonly wrong: string
  readonly onLimit: (amount: string) => void
}

/** In the place of an allowance without a limit, one: the request that it makes is shown, and approved, for itself. */
export function LimitField({
  limit: { label, unit, usual },
  isAmount,
  set,
  wrong,
  onLimit,
}: LimitFieldProps): ReactNode {
  const [text, setText] = useState(usual)
  const [isWrong, setWrong] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // Scripts submit forms too.
    if (!event.nativeEvent.isTrusted) return
    if (isAmount(text)) onLimit(text)
    else setWrong(true)
  }
  return (
    <form className="limit" data-part="limit" noValidate onSubmit={submit}>
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
      <Button variant="quiet" type="submit">
        {set}
      </Button>
    </form>
  )
}
