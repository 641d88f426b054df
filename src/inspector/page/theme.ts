import { computed, effect, signal } from '@preact/signals';

export type Theme = 'light' | 'dark';

const dark = matchMedia('(prefers-color-scheme: dark)');
const preferred = signal<Theme>(dark.matches ? 'dark' : 'light');
const chosen = signal<Theme | undefined>(undefined);

/** The system's, until the user chooses. */
export const themeShown = computed(() => chosen.value ?? preferred.value);

export function toggleTheme(): void {
  chosen.value = themeShown.value === 'dark' ? 'light' : 'dark';
}

dark.addEventListener('change', () => {
  preferred.value = dark.matches ? 'dark' : 'light';
});

effect(() => {
  document.documentElement.dataset['theme'] = themeShown.value;
});
