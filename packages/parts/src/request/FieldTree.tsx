import { type ReactNode, useId } from 'react'

/** A named value, or a structure or a list of them. */
export interface Field {
  readonly name: string
  readonly value?: string | undefined
  readonly fields?: readonly Field[] | undefined
  /** An address or data, shown letter by letter. */
  readonly isCode?: boolean | undefined
}

export interface FieldTreeProps {
  readonly label: string
  readonly fields: readonly Field[]
  /** Returns the label that unfolds a long value, such as “All 900 letters”; without it each value is shown whole. */
  readonly allOf?: ((count: number) => string) | undefined
}

/** Longer values are folded up. */
const longest = 240
/** The letters of a folded value that are seen. */
const beginning = 80

/** Structured data to sign, whole: each structure is indented below its name. */
export function FieldTree({ label, fields, allOf }: FieldTreeProps): ReactNode {
  const id = useId()
  return (
    <div className="content-block">
      <h3 id={id}>{label}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard */}
      <section className="content" tabIndex={0} aria-labelledby={id}>
        <Branch fields={fields} allOf={allOf} />
      </section>
    </div>
  )
}

function Branch({ fields, allOf }: Omit<FieldTreeProps, 'label'>): ReactNode {
  return (
    <ul className="fields">
      {fields.map(({ name, value, fields: inner, isCode }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a structure may have a name twice, and its fields never change places
        <li key={index}>
          <bdi className="field-name">{name}</bdi>{' '}
          {inner ? (
            <Branch fields={inner} allOf={allOf} />
          ) : (
            <Value value={value ?? ''} isCode={isCode} allOf={allOf} />
          )}
        </li>
      ))}
    </ul>
  )
}

function Value({
  value,
  isCode,
  allOf,
}: {
  readonly value: string
  readonly isCode: boolean | undefined
  readonly allOf?: FieldTreeProps['allOf']
}): ReactNode {
  const whole = (
    <bdi className="field-value" data-code={isCode || undefined}>
      {value}
    </bdi>
  )
  const letters = [...value]
  if (!allOf || letters.length <= longest) return whole
  return (
    <details>
      <summary>
        <bdi className="field-value" data-code={isCode || undefined}>
          {letters.slice(0, beginning).join('')}…
        </bdi>{' '}
        <span className="field-all">{allOf(letters.length)}</span>
      </summary>
      {whole}
    </details>
  )
}
