import type { ThemeVariables } from '@foyer/core'
import { type DemoTheme, demoThemes } from '../settings.js'
import { useWords } from '../words/WordsProvider.js'
import { fill } from '../words/words.js'
import {
  type ColourVariable,
  fonts,
  fromNumber,
  fromPair,
  type Look,
  mainColours,
  type NumberVariable,
  numberVariables,
  type PresetName,
  pairOf,
  paletteColours,
  type presets,
  variablesOf,
} from './look.js'

export interface ControlsProps {
  readonly look: Look
  readonly onLook: (look: Partial<Look>) => void
}

/** Every variable, to be turned. */
export function Controls({ look, onLook }: ControlsProps) {
  const words = useWords()
  const variables = variablesOf(look)
  const change = (changes: ThemeVariables) => onLook({ changes: { ...look.changes, ...changes } })
  const turn = { variables, change }
  const isChanged = Object.values(look.changes).some((value) => value !== undefined)
  return (
    <form className="card controls" onSubmit={(event) => event.preventDefault()}>
      <Choices
        name="preset"
        legend={words.look.preset}
        options={presetNames.map((each) => [each, each === 'standard' ? words.look.standard : titled(each)])}
        chosen={look.preset}
        onChoose={(preset) => onLook({ preset, changes: {} })}
      />
      <Choices
        name="mode"
        legend={words.look.mode}
        options={demoThemes.map((each) => [each, words.bar[each]])}
        chosen={look.mode}
        onChoose={(mode) => onLook({ mode })}
      />
      <h2>{words.look.shape}</h2>
      <Font {...turn} />
      <Range variable={numberVariables.fontSize} {...turn} />
      <Range variable={numberVariables.radius} {...turn} />
      <Layer {...turn} />
      <h2>{words.look.colours}</h2>
      {mainColours.map((variable) => (
        <ColourPair key={variable.name} variable={variable} {...turn} />
      ))}
      <Range variable={numberVariables.strength} {...turn} />
      <CodeColour {...turn} />
      <details>
        <summary>{words.look.palette}</summary>
        {paletteColours.map((variable) => (
          <ColourPair key={variable.name} variable={variable} {...turn} />
        ))}
      </details>
      <button type="button" className="button quiet" disabled={!isChanged} onClick={() => onLook({ changes: {} })}>
        {words.look.reset}
      </button>
    </form>
  )
}

const presetNames = [
  'standard',
  'midnight',
  'orchard',
  'newsprint',
] as const satisfies readonly (keyof typeof presets)[]

/** A theme's name, which is the same in every language. */
const titled = (name: PresetName): string => `${name[0]?.toUpperCase()}${name.slice(1)}`

interface ChoicesProps<Value extends PresetName | DemoTheme> {
  readonly name: string
  readonly legend: string
  readonly options: readonly (readonly [value: Value, label: string])[]
  readonly chosen: Value
  readonly onChoose: (value: Value) => void
}

function Choices<Value extends PresetName | DemoTheme>({
  name,
  legend,
  options,
  chosen,
  onChoose,
}: ChoicesProps<Value>) {
  return (
    <fieldset className="choices">
      <legend>{legend}</legend>
      {options.map(([value, label]) => (
        <label key={value} data-on={value === chosen || undefined} data-choice={value}>
          <input type="radio" name={name} value={value} checked={value === chosen} onChange={() => onChoose(value)} />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  )
}

interface Turn {
  readonly variables: ThemeVariables
  readonly change: (changes: ThemeVariables) => void
}

function Font({ variables, change }: Turn) {
  const { look } = useWords()
  const set = variables['--w3m-font-family']
  const named = fontNames.find((each) => fonts[each] === set) ?? 'fontOfTheme'
  return (
    <label className="turn">
      <span>{look.font}</span>
      <select
        value={named}
        onChange={({ target }) => {
          const chosen = fontNames.find((each) => each === target.value) ?? 'fontOfTheme'
          change({ '--w3m-font-family': fonts[chosen] })
        }}
      >
        {fontNames.map((each) => (
          <option key={each} value={each}>
            {look[each]}
          </option>
        ))}
      </select>
    </label>
  )
}

const fontNames = [
  'fontOfTheme',
  'fontSystem',
  'fontSerif',
  'fontMono',
] as const satisfies readonly (keyof typeof fonts)[]

function numberIn({ name, own }: NumberVariable, variables: ThemeVariables): number {
  const value = variables[name]
  return value === undefined ? own : Number.parseFloat(String(value))
}

function Range({ variable, variables, change }: Turn & { readonly variable: NumberVariable }) {
  const { look } = useWords()
  const { name, word, least, most, step, unit } = variable
  const value = numberIn(variable, variables)
  return (
    <label className="turn">
      <span>{look[word]}</span>
      <input
        type="range"
        min={least}
        max={most}
        step={step}
        value={value}
        aria-valuetext={`${value} ${unit}`.trim()}
        onChange={({ target }) => change({ [name]: fromNumber({ value: target.valueAsNumber, unit }) })}
      />
      <output dir="ltr">
        {value}
        {unit}
      </output>
    </label>
  )
}

function Layer({ variables, change }: Turn) {
  const { look } = useWords()
  const { name, least, most, step } = numberVariables.zIndex
  return (
    <label className="turn">
      <span>{look.zIndex}</span>
      <input
        type="number"
        min={least}
        max={most}
        step={step}
        value={numberIn(numberVariables.zIndex, variables)}
        onChange={({ target }) => {
          if (!Number.isNaN(target.valueAsNumber)) change({ [name]: target.valueAsNumber })
        }}
      />
    </label>
  )
}

function ColourPair({ variable, variables, change }: Turn & { readonly variable: ColourVariable }) {
  const { look } = useWords()
  const { name, word, own, alpha } = variable
  const [light, dark] = pairOf({ value: variables[name], own })
  const label = look[word]
  return (
    <div className="turn">
      <span>{label}</span>
      <span className="pair">
        <input
          type="color"
          aria-label={fill(look.inLight, { name: label })}
          title={fill(look.inLight, { name: label })}
          value={light}
          onChange={({ target }) => change({ [name]: fromPair({ pair: [target.value, dark], alpha }) })}
        />
        <input
          type="color"
          aria-label={fill(look.inDark, { name: label })}
          title={fill(look.inDark, { name: label })}
          value={dark}
          onChange={({ target }) => change({ [name]: fromPair({ pair: [light, target.value], alpha }) })}
        />
      </span>
    </div>
  )
}

/** A code to scan is dark on white in either mode. */
function CodeColour({ variables, change }: Turn) {
  const { look } = useWords()
  return (
    <label className="turn">
      <span>{look.code}</span>
      <input
        type="color"
        value={String(variables['--w3m-qr-color'] ?? '#171716')}
        onChange={({ target }) => change({ '--w3m-qr-color': target.value })}
      />
    </label>
  )
}
