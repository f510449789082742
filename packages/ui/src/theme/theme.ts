import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core';

/** Mantine expects ten shades. All refer to tokens, so that no other color can appear. */
const accent: MantineColorsTuple = [
  'var(--ob-accent-soft)',
  'var(--ob-accent-soft)',
  'var(--ob-accent-soft)',
  'var(--ob-accent-text)',
  'var(--ob-accent-text)',
  'var(--ob-accent)',
  'var(--ob-accent)',
  'var(--ob-accent)',
  'var(--ob-accent)',
  'var(--ob-accent-hover)',
];

const solid = (background: string, hover: string) => ({
  background,
  hover,
  color: 'var(--ob-on-accent)',
  border: '1px solid transparent',
});

const variantColorResolver: VariantColorsResolver = (input) => {
  switch (input.variant) {
    case 'primary':
      return solid('var(--ob-accent)', 'var(--ob-accent-hover)');
    case 'danger':
      return solid('var(--ob-danger)', 'var(--ob-danger-hover)');
    case 'secondary':
      return {
        background: 'var(--ob-raised)',
        hover: 'var(--ob-hover)',
        color: 'var(--ob-text)',
        border: '1px solid var(--ob-border-control)',
      };
    case 'quiet':
      return {
        background: 'transparent',
        hover: 'var(--ob-sunken)',
        color: 'var(--ob-text)',
        border: '1px solid transparent',
      };
    default:
      return defaultVariantColorsResolver(input);
  }
};

export const theme = createTheme({
  fontFamily: 'var(--ob-font)',
  fontFamilyMonospace: 'var(--ob-font-mono)',
  headings: { fontFamily: 'var(--ob-font)', fontWeight: '600' },
  colors: { accent },
  primaryColor: 'accent',
  primaryShade: { light: 8, dark: 8 },
  defaultRadius: 8,
  cursorType: 'pointer',
  respectReducedMotion: true,
  variantColorResolver,
});

const variables = {
  '--mantine-color-body': 'var(--ob-raised)',
  '--mantine-color-text': 'var(--ob-text)',
  '--mantine-color-bright': 'var(--ob-text)',
  '--mantine-color-dimmed': 'var(--ob-muted)',
  '--mantine-color-placeholder': 'var(--ob-muted)',
  '--mantine-color-anchor': 'var(--ob-accent-text)',
  '--mantine-color-error': 'var(--ob-danger-text)',
  '--mantine-color-default': 'var(--ob-raised)',
  '--mantine-color-default-hover': 'var(--ob-hover)',
  '--mantine-color-default-color': 'var(--ob-text)',
  '--mantine-color-default-border': 'var(--ob-border)',
  '--mantine-color-disabled': 'var(--ob-sunken)',
  '--mantine-color-disabled-color': 'var(--ob-muted)',
  '--mantine-color-disabled-border': 'var(--ob-border)',
  '--mantine-primary-color-filled': 'var(--ob-accent)',
  '--mantine-primary-color-contrast': 'var(--ob-on-accent)',
};

/** Maps Mantine's variables to our tokens, which change with the color scheme. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: variables,
  dark: variables,
});
