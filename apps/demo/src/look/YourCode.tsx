import { useState } from 'react'
import { useWords } from '../words/WordsProvider.js'
import { codeOf } from './codeOf.js'
import type { Look } from './look.js'

/** The code of a look, to be copied. */
export function YourCode({ look }: { readonly look: Look }) {
  const { look: words } = useWords()
  const code = codeOf(look)
  // Of the code that was copied: another one isn't.
  const [copying, setCopying] = useState<{ readonly code: string; readonly isCopied: boolean }>()
  const copy = () =>
    navigator.clipboard.writeText(code).then(
      () => setCopying({ code, isCopied: true }),
      () => setCopying({ code, isCopied: false }),
    )
  const done = copying?.code === code ? copying : undefined
  return (
    <section className="card yours" aria-labelledby="yours">
      <div className="yours-head">
        <h2 id="yours">{words.yours}</h2>
        <button type="button" className="button" onClick={() => void copy()}>
          {done?.isCopied ? words.copied : words.copy}
        </button>
      </div>
      <pre dir="ltr" data-part="look-code">
        {code}
      </pre>
      <p role="status" className={done && !done.isCopied ? 'hint' : 'unseen'}>
        {done ? (done.isCopied ? words.copied : words.notCopied) : ''}
      </p>
    </section>
  )
}
