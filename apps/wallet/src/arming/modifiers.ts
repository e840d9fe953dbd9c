/** Keys that are held or set for others: they write nothing and take the focus nowhere. */
export const modifiers: readonly string[] = ['Alt', 'AltGraph', 'CapsLock', 'Control', 'Fn', 'Meta', 'NumLock', 'Shift']
