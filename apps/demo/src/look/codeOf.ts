import type { Look } from './look.js'

/**
 * A look as the code that a host writes for it.
 * @example codeOf({ preset: 'midnight', mode: 'dark', changes: {} })
 */
export function codeOf({ preset, mode, changes }: Look): string {
  const isPreset = preset !== 'standard'
  const changed = Object.entries(changes).filter(([, value]) => value !== undefined)
  const lines = [
    ...(isPreset ? [`...${preset},`] : []),
    ...changed.map(([name, value]) => `'${name}': ${typeof value === 'number' ? value : quoted(`${value}`)},`),
  ]
  const variables =
    lines.length === 0
      ? []
      : isPreset && changed.length === 0
        ? [`themeVariables: ${preset},`]
        : ['themeVariables: {', ...lines.map((line) => `  ${line}`), '},']
  const options = ['...options,', ...(mode === 'system' ? [] : [`themeMode: '${mode}',`]), ...variables]
  return [
    `import { createFoyer } from '@foyer/core'`,
    ...(isPreset ? [`import { ${preset} } from '@foyer/core/themes'`] : []),
    '',
    'const foyer = createFoyer({',
    ...options.map((option) => `  ${option}`),
    '})',
  ].join('\n')
}

const quoted = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`
