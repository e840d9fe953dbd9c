import type { Letter, LetterPart } from './letter.js'
import type { Mail } from './mail.js'

/**
 * Draws a letter as text and as a page that needs no picture, font or script, is dark where its reader's program is, and reads from either side. Mail
 * programs know tables and styles of the element; what only newer ones know stands in the style sheet.
 */
export function drawLetter(letter: Letter): Omit<Mail, 'to'> {
  return { subject: letter.subject, text: textOf(letter), html: htmlOf(letter) }
}

function textOf({ title, parts }: Letter): string {
  return `${[title, ...parts.map(textOfPart)].join('\n\n')}\n`
}

function textOfPart(part: LetterPart): string {
  if (part.kind === 'code') return `${part.label}: ${part.code}`
  if (part.kind === 'link') return `${part.label}:\n${part.href}`
  if (part.kind === 'facts') return part.facts.map(({ label, value }) => `${label}: ${value}`).join('\n')
  return part.text
}

const style = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .back { background: #131416 !important; }
  .sheet { background: #1d1f22 !important; border-color: #33363b !important; }
  .ink { color: #f3f4f5 !important; }
  .quiet { color: #a9aeb5 !important; }
  .code { background: #2a2d32 !important; color: #f3f4f5 !important; }
  .press { background: #7086ff !important; color: #0d1030 !important; }
  .line { border-color: #33363b !important; }
}`

const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif"
const mono = 'font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace'

function htmlOf({ language, direction, subject, preview, title, parts }: Letter): string {
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
<body class="back" style="margin:0;padding:0;background:#f4f4f5">
<div style="display:none;max-height:0;overflow:hidden">${escaped(preview)}</div>
<table role="presentation" class="back" width="100%" cellpadding="0" cellspacing="0" style="background:#f4f4f5"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" class="sheet" width="100%" cellpadding="0" cellspacing="0" style="max-width:480px;background:#ffffff;border:1px solid #e3e4e6;border-radius:16px"><tr><td style="padding:32px 28px;text-align:start">
${headOf(parts)}<h1 class="ink" style="margin:0 0 20px;${font};font-size:20px;line-height:28px;font-weight:600;color:#18191b">${escaped(title)}</h1>
${parts.map(htmlOfPart).join('\n')}
</td></tr></table>
</td></tr></table>
</body>
</html>
`
}

/** Whose page its buttons lead to, as far as it has any. */
function headOf(parts: readonly LetterPart[]): string {
  const [link] = parts.flatMap((part) => (part.kind === 'link' ? [part.href] : []))
  if (link === undefined) return ''
  const mark = 'display:inline-block;width:24px;height:24px;border-radius:9px 9px 9px 3px;background:#445ef3'
  return `<p class="ink" style="margin:0 0 20px;${font};font-size:14px;line-height:24px;font-weight:600;color:#18191b"><span aria-hidden="true" style="${mark};vertical-align:top;margin-inline-end:10px"></span><bdi dir="ltr">${escaped(new URL(link).host)}</bdi></p>\n`
}

const words = `margin:0 0 16px;${font};font-size:16px;line-height:24px`
const small = `margin:16px 0 0;${font};font-size:14px;line-height:20px`

function htmlOfPart(part: LetterPart): string {
  if (part.kind === 'words') return `<p class="ink" style="${words};color:#18191b">${escaped(part.text)}</p>`
  if (part.kind === 'note') return `<p class="quiet" style="${small};color:#62666d">${escaped(part.text)}</p>`
  if (part.kind === 'code') return htmlOfCode(part)
  if (part.kind === 'facts') return htmlOfFacts(part)
  return htmlOfLink(part)
}

/** What the mail is for is filled; what is beside it has a border. */
function htmlOfLink({ href, label, isQuiet = false }: Extract<LetterPart, { kind: 'link' }>): string {
  const [name, colours] = isQuiet
    ? ['ink line', 'border:1px solid #e3e4e6;color:#18191b']
    : ['press', 'border:1px solid transparent;background:#445ef3;color:#ffffff']
  return `<p style="margin:${isQuiet ? '-16px' : '24px'} 0 24px"><a class="${name}" href="${escaped(href)}" style="display:block;padding:15px 24px;border-radius:14px;text-align:center;${font};font-size:16px;line-height:20px;font-weight:600;${colours};text-decoration:none">${escaped(label)}</a></p>`
}

/** One run of digits, so that it is copied whole and a screen reader has it at once; the space between them is drawn. */
function htmlOfCode({ label, code }: Extract<LetterPart, { kind: 'code' }>): string {
  return `<p class="quiet" style="margin:0 0 8px;${font};font-size:14px;line-height:20px;color:#62666d">${escaped(label)}</p>
<p dir="ltr" class="code" style="margin:0 0 20px;padding:18px 12px;border-radius:12px;background:#f0f1f2;${mono};font-size:32px;line-height:40px;font-weight:600;letter-spacing:6px;text-align:center;color:#18191b">${escaped(code)}</p>`
}

function htmlOfFacts({ facts }: Extract<LetterPart, { kind: 'facts' }>): string {
  const rows = facts.map(
    ({ label, value, isCode }) =>
      `<tr><td class="quiet line" style="padding:10px 0;border-bottom:1px solid #e3e4e6;${font};font-size:14px;line-height:20px;color:#62666d;text-align:start;vertical-align:top">${escaped(label)}</td><td class="ink line" style="padding:10px 0;padding-inline-start:16px;border-bottom:1px solid #e3e4e6;${font};font-size:14px;line-height:20px;color:#18191b;text-align:end;word-break:break-word"><bdi${isCode ? ' dir="ltr"' : ''}>${escaped(value)}</bdi></td></tr>`,
  )
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 20px">${rows.join('')}</table>`
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
