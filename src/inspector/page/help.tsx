import { useSignalEffect } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { KEYS } from './keyboard.ts';
import { isHelpOpen } from './state.ts';

export function Help() {
  const dialog = useRef<HTMLDialogElement>(null);
  useSignalEffect(() => {
    const element = dialog.current;
    if (element === null || element.open === isHelpOpen.value) return;
    if (isHelpOpen.value) element.showModal();
    else element.close();
  });
  const close = (): void => {
    isHelpOpen.value = false;
  };
  return (
    <dialog ref={dialog} aria-labelledby="help-title" onClose={close}>
      <h2 id="help-title">Keys</h2>
      <dl class="keys">
        {KEYS.map(([keys, what]) => (
          <div key={what}>
            <dt>
              {keys.map((key) => (
                <kbd class="key-name" key={key}>
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <p class="faint about">
        While the slider moves, the same core plans in this page; what a checkpoint may take is kept free. When it rests, holdfast decides the whole of it, and
        the notes stand under After as the model would see them. Nothing is written.
      </p>
      <button type="button" class="accent" onClick={close}>
        Close
      </button>
    </dialog>
  );
}
