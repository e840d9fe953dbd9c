import { type Letter, type LetterPart, unlinked } from './letter.js'
import type { Mail } from './mail.js'
import type { MailSpeaker } from './mailLanguage.js'

/**
 * Draws a letter as text and as a page that needs no picture, font or script, is dark where its reader's program is, and reads from either side. Mail
 * programs know tables and styles of the element; what only newer ones know stands in the style sheet.
 */
export function drawLetter(letter: Letter): Omit<Mail, 'to'> {
  return { subject: letter.subject, text: textOf(letter), html: htmlOf(letter) }
}

interface Said {
  readonly speaker: Pick<MailSpeaker, 'language' | 'direction'>
  readonly say: (part: 'subject' | 'preview' | 'title' | 'note') => string
  readonly walletOrigin: string
  /** before the note */
  readonly parts: readonly LetterPart[]
}

/** Draws a letter whose sentences are those of one occasion, with its note at the end. */
export const drawSaid = ({ speaker: { language, direction }, say, walletOrigin, parts }: Said): Omit<Mail, 'to'> =>
  drawLetter({
    ...{ language, direction, walletOrigin, subject: say('subject'), preview: say('preview'), title: say('title') },
    parts: [...parts, { kind: 'note', text: say('note') }],
  })

function textOf({ title, parts }: Letter): string {
  return `${[title, ...parts.map(textOfPart)].join('\n\n')}\n`
}

function textOfPart(part: LetterPart): string {
  if (part.kind === 'code') return `${part.label}: ${part.code}`
  if (part.kind === 'link') return `${part.label}:\n${part.href}`
  if (part.kind === 'facts') return part.facts.map(({ label, value }) => `${label}: ${unlinked(value)}`).join('\n')
  return part.text
}

const style = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .back { background: #0f0f0f !important; }
  .sheet { background: #1a1a19 !important; border-color: #30302e !important; }
  .ink { color: #f2f2ef !important; }
  .quiet { color: #a5a59e !important; }
  .code { background: #2a2a28 !important; color: #f2f2ef !important; }
  .press { background: #7086ff !important; color: #0d1030 !important; }
  .line { border-color: #30302e !important; }
}`

const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif"

function htmlOf({ language, direction, subject, preview, title, walletOrigin, parts }: Letter): string {
  return `<!doctype html>
<html lang="${escaped(language)}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${escaped(subject)}</title>
<style>${style}</style>
</head>
<body class="back" style="margin:0;padding:0;background:#f6f6f4">
<div style="display:none;max-height:0;overflow:hidden">${escaped(preview)}</div>
<table role="presentation" class="back" width="100%" cellpadding="0" cellspacing="0" style="background:#f6f6f4"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" class="sheet" width="100%" cellpadding="0" cellspacing="0" style="max-width:480px;background:#ffffff;border:1px solid #e4e4df;border-radius:16px"><tr><td style="padding:32px 28px;text-align:start">
${headOf(walletOrigin)}<h1 class="ink" style="margin:0 0 20px;${font};font-size:20px;line-height:28px;font-weight:600;text-wrap:balance;color:#171716">${escaped(title)}</h1>
${parts.map(htmlOfPart).join('\n')}
</td></tr></table>
</td></tr></table>
</body>
</html>
`
}

/** The wallet's mark and name, on every mail: who knows one of them knows the next. */
function headOf(walletOrigin: string): string {
  const mark = 'display:inline-block;width:24px;height:24px;border-radius:9px 9px 9px 3px;background:#445ef3'
  return `<p class="ink" style="margin:0 0 20px;${font};font-size:14px;line-height:24px;font-weight:600;color:#171716"><span aria-hidden="true" style="${mark};vertical-align:top;margin-inline-end:10px"></span><bdi dir="ltr">${escaped(new URL(walletOrigin).host)}</bdi></p>\n`
}

const words = `margin:0 0 16px;${font};font-size:16px;line-height:24px;text-wrap:pretty`
const small = `margin:16px 0 0;${font};font-size:14px;line-height:20px`

function htmlOfPart(part: LetterPart): string {
  if (part.kind === 'words') return `<p class="ink" style="${words};color:#171716">${escaped(part.text)}</p>`
  if (part.kind === 'note') return `<p class="quiet" style="${small};color:#5c5c57">${escaped(part.text)}</p>`
  if (part.kind === 'code') return htmlOfCode(part)
  if (part.kind === 'facts') return htmlOfFacts(part)
  return htmlOfLink(part)
}

/** Draws a link: the one that the mail is for is filled, one beside it has a border. */
function htmlOfLink({ href, label, isQuiet = false }: Extract<LetterPart, { kind: 'link' }>): string {
  const [name, colours] = isQuiet
    ? ['ink line', 'border:1px solid #e4e4df;color:#171716']
    : ['press', 'border:1px solid transparent;background:#445ef3;color:#ffffff']
  return `<p style="margin:${isQuiet ? '-16px' : '24px'} 0 24px"><a class="${name}" href="${escaped(href)}" style="display:block;padding:15px 24px;border-radius:14px;text-align:center;${font};font-size:16px;line-height:20px;font-weight:600;${colours};text-decoration:none">${escaped(label)}</a></p>`
}

/** One run of digits, so that it is copied whole and a screen reader has it at once; the space between them is drawn. */
function htmlOfCode({ label, code }: Extract<LetterPart, { kind: 'code' }>): string {
  return `<p class="quiet" style="margin:0 0 8px;${font};font-size:14px;line-height:20px;color:#5c5c57">${escaped(label)}</p>
<p dir="ltr" class="code" style="margin:0 0 20px;padding:18px 12px 18px 20px;border-radius:14px;background:#f6f6f4;${font};font-size:32px;line-height:40px;font-weight:600;font-variant-numeric:tabular-nums;letter-spacing:8px;text-align:center;color:#171716">${escaped(code)}</p>`
}

function htmlOfFacts({ facts }: Extract<LetterPart, { kind: 'facts' }>): string {
  const rows = facts.map(
    ({ label, value, isCode }) =>
      `<tr><td class="quiet line" style="padding:10px 0;border-bottom:1px solid #e4e4df;${font};font-size:14px;line-height:20px;color:#5c5c57;text-align:start;vertical-align:top;white-space:nowrap">${escaped(label)}</td><td class="ink line" style="padding:10px 0;padding-inline-start:16px;border-bottom:1px solid #e4e4df;${font};font-size:14px;line-height:20px;color:#171716;text-align:end;word-break:break-word"><bdi${isCode ? ' dir="ltr"' : ''}>${brokenAtSign(escaped(unlinked(value)))}</bdi></td></tr>`,
  )
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 20px">${rows.join('')}</table>`
}

/** An address that is too long for its line goes on after its sign. */
const brokenAtSign = (text: string): string => text.replace('@', '@<wbr>')

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
